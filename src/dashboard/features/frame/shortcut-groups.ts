import type { Shortcut } from '../../lib/shortcuts.ts'

export type ShortcutLine = Pick<Shortcut, 'keys' | 'label' | 'group'>
export type ShortcutGroup = { readonly name: string; readonly lines: readonly ShortcutLine[] }

/** Order of the groups. Groups that are not listed come last. */
const order = ['On this page', 'In lists and trees', 'Go', 'Everywhere', 'In forms']

/** Groups shortcuts by where they work and removes duplicates. */
export function shortcutGroups(lines: readonly ShortcutLine[], text: string): ShortcutGroup[] {
  const query = text.trim().toLowerCase()
  const unique = new Map(lines.map((line) => [`${line.keys} ${line.label}`, line]))
  const matches = [...unique.values()].filter(({ keys, label }) =>
    `${label} ${keys}`.toLowerCase().includes(query),
  )
  const groups = Map.groupBy(matches, ({ group }) => group ?? 'Everywhere')
  const groupOrder = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return [...groups]
    .map(([name, lines]) => ({ name, lines: lines }))
    .sort((a, b) => groupOrder(a.name) - groupOrder(b.name))
}
