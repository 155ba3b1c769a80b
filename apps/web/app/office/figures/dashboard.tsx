// Owns the first page of the office: users, templates and revenue over a period.

export default function Dashboard() {
  return <h1 className="font-headline text-headline">Admin Dashboard</h1>
}
