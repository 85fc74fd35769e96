import { clsx } from 'clsx'
import { useEffect, useMemo, useState } from 'react'
import { pluralize } from '../../lib/labels.ts'
import { Button } from '../ui/button.tsx'
import styles from './comparison.module.css'
import { type LineRun, type LineStep, lineDiff, type Part, wordDiff } from './text-diff.ts'

type Props = {
  before: string
  after: string
  isSides: boolean
  /** Called with the number of changes. */
  onCount: (count: number) => void
}

/** Lines shown at first, and with each “show more”. */
const portion = 600

/** Two texts line by line, inline or side by side; what is far from a change is folded. */
export function MarkdownDiff({ before, after, isSides, onCount }: Props) {
  const stretches = useMemo(() => lineDiff(before, after), [before, after])
  const count = stretches.filter(({ kind }) => kind === 'change').length
  useEffect(() => onCount(count), [count])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const [most, setMost] = useState(portion)
  let left = most
  const shown = stretches.map((stretch, at) => {
    const isFolded = stretch.kind === 'fold' && !opened.has(at)
    const take = isFolded ? 0 : Math.min(left, stretch.steps.length)
    const isCut = left <= 0
    left -= isFolded ? 1 : take
    return { stretch, at, isFolded, isCut, steps: stretch.steps.slice(0, take) }
  })
  const total = stretches.reduce((sum, { steps }) => sum + steps.length, 0)
  return (
    <>
      <table className={clsx('md-diff', styles.lines, isSides && 'is-sides')}>
        <colgroup>
          <col className="md-no" />
          {isSides && <col />}
          <col className="md-no" />
          <col />
        </colgroup>
        <thead className="sr">
          <tr>
            {(isSides ? ['Line before', 'Before', 'Line after', 'After'] : ['Before', 'After', 'Text']).map(
              (head) => (
                <th key={head}>{head}</th>
              ),
            )}
          </tr>
        </thead>
        {shown
          .filter(({ isCut }) => !isCut)
          .map(({ stretch, at, isFolded, steps }) =>
            isFolded ? (
              <Fold
                key={at}
                count={stretch.steps.length}
                columns={isSides ? 4 : 3}
                onOpen={() => setOpened(new Set([...opened, at]))}
              />
            ) : (
              <Lines key={at} stretch={stretch} steps={steps} isSides={isSides} />
            ),
          )}
      </table>
      {left <= 0 && total > most && (
        <p className="diff-more">
          <Button variant="outline" onClick={() => setMost(most + portion)}>
            Show more
          </Button>
        </p>
      )}
    </>
  )
}

type FoldProps = { count: number; columns: number; onOpen: () => void }

const Fold = ({ count, columns, onOpen }: FoldProps) => (
  <tbody>
    <tr className="md-fold">
      <td colSpan={columns}>
        <button type="button" onClick={onOpen}>
          {pluralize(count, 'unchanged line')}
        </button>
      </td>
    </tr>
  </tbody>
)

type LinesProps = { stretch: LineRun; steps: readonly LineStep[]; isSides: boolean }

const Lines = ({ stretch, steps, isSides }: LinesProps) => (
  <tbody data-change={stretch.kind === 'change' ? stretch.change : undefined}>
    {isSides
      ? steps.map((step, at) => <Pair key={at} step={step} />)
      : inline(steps).map((row, at) => <Line key={at} {...row} />)}
  </tbody>
)

type Row = {
  kind: 'same' | 'del' | 'ins'
  parts: readonly Part[]
  before?: number | undefined
  after?: number | undefined
}

/** In a run of changed lines, deleted ones come before added ones. */
function inline(steps: readonly LineStep[]): Row[] {
  const rows = steps.map(rowsOf)
  if (steps[0]?.kind === 'same') return rows.flatMap(({ same }) => same ?? [])
  return [...rows.flatMap(({ gone }) => gone ?? []), ...rows.flatMap(({ come }) => come ?? [])]
}

function rowsOf(step: LineStep): { same?: Row; gone?: Row; come?: Row } {
  if (step.kind === 'same') {
    const { before, after } = step
    return { same: { kind: 'same', parts: whole(after.text), before: before.number, after: after.number } }
  }
  if (step.kind === 'del')
    return { gone: { kind: 'del', parts: whole(step.before.text), before: step.before.number } }
  if (step.kind === 'add')
    return { come: { kind: 'ins', parts: whole(step.after.text), after: step.after.number } }
  const parts = wordDiff(step.before.text, step.after.text)
  return {
    gone: { kind: 'del', parts: parts.filter(({ kind }) => kind !== 'ins'), before: step.before.number },
    come: { kind: 'ins', parts: parts.filter(({ kind }) => kind !== 'del'), after: step.after.number },
  }
}

const whole = (text: string): Part[] => [{ kind: 'same', text }]

const Line = ({ kind, parts, before, after }: Row) => (
  <tr className={`is-${kind}`}>
    <td className="md-no">{before}</td>
    <td className="md-no">{after}</td>
    <Words kind={kind} parts={parts} />
  </tr>
)

function Pair({ step }: { step: LineStep }) {
  const { same, gone, come } = rowsOf(step)
  const [left, right] = [same ?? gone, same ?? come]
  return (
    <tr>
      <td className="md-no">{left?.before}</td>
      <Words kind={left?.kind ?? 'none'} parts={left?.parts ?? []} />
      <td className="md-no">{right?.after}</td>
      <Words kind={right?.kind ?? 'none'} parts={right?.parts ?? []} />
    </tr>
  )
}

const spoken = { same: '', none: '', del: 'Removed: ', ins: 'Added: ' } as const

const Words = ({ kind, parts }: { kind: Row['kind'] | 'none'; parts: readonly Part[] }) => (
  <td className={clsx('md-text', `is-${kind}`)}>
    {spoken[kind] && <span className="sr">{spoken[kind]}</span>}
    {parts.map((part, at) =>
      part.kind === 'same' ? (
        part.text
      ) : part.kind === 'del' ? (
        <del key={at}>{part.text}</del>
      ) : (
        <ins key={at}>{part.text}</ins>
      ),
    )}
  </td>
)
