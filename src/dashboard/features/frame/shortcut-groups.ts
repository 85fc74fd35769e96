import type { Shortcut } from '#dashboard/lib/shortcuts.ts'

export type KeyLine = Pick<Shortcut, 'keys' | 'label' | 'group'>
export type KeyGroup = { readonly name: string; readonly lines: readonly KeyLine[] }

/** The nearest first; what is not named here comes after these. */
const order = ['On this page', 'In lists and trees', 'Go', 'Everywhere', 'In forms']

/** Keys by where they work, each said once; of several with the same keys and words the first. */
export function keyGroups(lines: readonly KeyLine[], text: string): KeyGroup[] {
  const wanted = text.trim().toLowerCase()
  const unlike = new Map(lines.map((line) => [`${line.keys} ${line.label}`, line]))
  const found = [...unlike.values()].filter(({ keys, label }) =>
    `${label} ${keys}`.toLowerCase().includes(wanted),
  )
  const groups = Map.groupBy(found, ({ group }) => group ?? 'Everywhere')
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return [...groups]
    .map(([name, own]) => ({ name, lines: own }))
    .sort((a, b) => placeOf(a.name) - placeOf(b.name))
}
