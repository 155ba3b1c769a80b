// Owns saving a file from a link that says itself that it is a download: the page stays where it is.

export function saveFile(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
