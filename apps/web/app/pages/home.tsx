// Owns the home page.
export default function Home() {
  return <main className="page-width py-16"><h1 className="font-headline text-display">Vitrine</h1></main>
}
