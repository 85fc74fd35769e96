import type { Goal, Target } from './goals.ts'

/** Names and values of all benchmarks; a figure is missing if its benchmark failed. */
export type Figures = Readonly<Record<string, number>>

type Outcome = 'met' | 'missed' | 'not measured' | ''

/** The goals as a table of `bench/README.md`; missed figures are bold. */
export function goalsTable(goals: readonly Goal[], figures: Figures): string {
  const rows = goals.map(({ goal, targets, command, limit }) => {
    const reached = targets.map((target) => shown(target, figures[target.figure])).join(', ')
    return `| ${[goal, reached, outcomeOf(targets, figures), `\`${command.replaceAll('; ', '`, `')}\``, limit].join(' | ')} |`
  })
  const head = ['| Goal | Reached | | Command | What limits it now |', '| --- | --- | --- | --- | --- |']
  return [...head, ...rows].join('\n')
}

function shown(target: Target, value: number | undefined): string {
  if (value === undefined) return '?'
  const text = `${rounded(value)}${target.unit}`
  return isKept(target, value) ? text : `**${text}**`
}

const rounded = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })

const isKept = ({ atLeast = -Infinity, atMost = Infinity }: Target, value: number): boolean =>
  value >= atLeast && value <= atMost

function outcomeOf(targets: readonly Target[], figures: Figures): Outcome {
  const limited = targets.filter(({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined)
  if (limited.length === 0) return ''
  if (limited.some(({ figure }) => figures[figure] === undefined)) return 'not measured'
  return limited.every((target) => isKept(target, figures[target.figure] ?? Number.NaN)) ? 'met' : 'missed'
}
