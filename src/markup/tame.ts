const deepest = 24
const containers = new RegExp(`^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${deepest},}`, 'gm')

/**
 * Makes a text harmless to parse without moving a single character of it: quotations and lists nested
 * deeper than any person writes become plain text, and a byte order mark becomes a space.
 */
export function tamed(body: string): string {
  const text = body.startsWith('\uFEFF') ? ` ${body.slice(1)}` : body
  return text.replace(containers, (line) => line.replace(/[-+*>.)]/g, '·'))
}
