import { clsx } from 'clsx'
import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './insights.module.css'
import { intervalLabel, type Period, tickLabel } from './periods.ts'

type Props = {
  /** The name of what is counted: `Page views`. */
  name: string
  period: Period
  counts: readonly number[]
  /** The counts of the preceding period; undefined if nothing is compared. */
  before?: readonly number[] | undefined
}

const height = 200
const top = 12
const bottom = 24
const labelWidths = { hour: 56, day: 56, week: 56, month: 56 } as const

/**
 * Counts over time as a line, dotted in the interval that is still running; those of the preceding period as a dashed
 * line. Arrow keys read out one interval at a time.
 */
export function LineChart({ name, period, counts, before }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [at, setAt] = useState<number | null>(null)
  const help = useId()
  const last = counts.length - 1
  const ticks = ticksTo(Math.max(...counts, ...(before ?? [])))
  const left = 12 + 7 * String((ticks.at(-1) ?? 0).toLocaleString('en')).length
  const x = (index: number) => left + (last === 0 ? 0 : (index * (width - left - 6)) / last)
  const y = (count: number) => height - bottom - (count / (ticks.at(-1) ?? 1)) * (height - top - bottom)
  const line = (all: readonly number[]) =>
    all.map((count, index) => `${x(index).toFixed(1)},${y(count).toFixed(1)}`).join(' ')
  const shown = at ?? last
  const nearest = (event: PointerEvent) => {
    const { left: from = 0 } = box.current?.getBoundingClientRect() ?? {}
    const index = Math.round(((event.clientX - from - left) / Math.max(1, width - left - 6)) * last)
    setAt(Math.max(0, Math.min(last, index)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') setAt(null)
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(last, to)))
  }
  return (
    <div className={styles.chart} ref={box}>
      <Readout {...{ name, period, counts, before, at }} />
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${name} over time`}
        aria-describedby={help}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown}
        aria-valuetext={valueText(period, counts, before, shown)}
        className={styles.chartPlot}
        style={{ height }}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
        onPointerMove={nearest}
        onPointerLeave={() => setAt(null)}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            {ticks.map((tick) => (
              <g key={tick}>
                <line className={styles.chartGrid} x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
                <text className={styles.chartTick} x={left - 8} y={y(tick) + 4} textAnchor="end">
                  {tick.toLocaleString('en')}
                </text>
              </g>
            ))}
            {labeledIndexes(counts.length, width - left, labelWidths[period.interval]).map((index) => (
              <text
                key={index}
                className={styles.chartTick}
                x={x(index)}
                y={height - 6}
                textAnchor={index === last ? 'end' : index === 0 ? 'start' : 'middle'}
              >
                {tickLabel(period.intervals[index] ?? '', period.interval)}
              </text>
            ))}
            <polygon
              className={styles.chartArea}
              points={`${x(0)},${height - bottom} ${line(counts)} ${x(last)},${height - bottom}`}
            />
            {before && <polyline className={styles.chartBefore} points={line(before)} />}
            <polyline className={styles.chartLine} points={line(counts.slice(0, last))} />
            <line
              className={clsx(styles.chartLine, 'is-running')}
              x1={x(last - 1)}
              y1={y(counts[last - 1] ?? 0)}
              x2={x(last)}
              y2={y(counts[last] ?? 0)}
            />
            {at !== null && (
              <>
                <line className={styles.chartCursor} x1={x(at)} x2={x(at)} y1={top} y2={height - bottom} />
                <circle className={styles.chartDot} cx={x(at)} cy={y(counts[at] ?? 0)} r={3.5} />
              </>
            )}
          </svg>
        )}
      </div>
      <span id={help} hidden>
        Use the arrow keys to move between points. The table below has the same data.
      </span>
    </div>
  )
}

type ReadoutProps = Props & { at: number | null }

/** The counts under the pointer; without a pointer, the legend. */
function Readout({ name, period, counts, before, at }: ReadoutProps) {
  if (at === null) {
    return (
      <p className={clsx(styles.chartReadout, 'faint meta')}>
        <span className={styles.chartKey}>{name}</span>
        {before && <span className={clsx(styles.chartKey, 'is-before')}>Previous period</span>}
        <span className="grow" />
        <span className="wide">Times are in UTC</span>
      </p>
    )
  }
  return (
    <p className={clsx(styles.chartReadout, 'meta num')}>
      <span>{intervalLabel(period.intervals[at] ?? '', period.interval)}</span>
      <span className={styles.chartKey}>
        <b>{(counts[at] ?? 0).toLocaleString('en')}</b>
      </span>
      {before && (
        <span className={clsx(styles.chartKey, 'is-before')}>
          {(before[at] ?? 0).toLocaleString('en')} before
        </span>
      )}
    </p>
  )
}

function valueText(
  { intervals, interval }: Period,
  counts: readonly number[],
  before: readonly number[] | undefined,
  at: number,
): string {
  const then = before ? `, ${(before[at] ?? 0).toLocaleString('en')} before` : ''
  return `${intervalLabel(intervals[at] ?? '', interval)}: ${(counts[at] ?? 0).toLocaleString('en')}${then}`
}

function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(Math.floor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}

/** Round tick values from 0 to at least the highest count, up to five of them. */
export function ticksTo(highest: number): number[] {
  if (highest <= 0) return [0, 1]
  if (highest <= 3) return Array.from({ length: highest + 1 }, (_, index) => index)
  const rough = highest / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough && Number.isInteger(one)) ??
    power * 10
  const count = Math.ceil(highest / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Which intervals have a label below the axis, given the width of a label. The last one always has one. */
export function labeledIndexes(count: number, width: number, labelWidth: number): number[] {
  const fits = Math.max(2, Math.floor(width / labelWidth))
  const step = Math.max(1, Math.ceil(count / fits))
  const first = (count - 1) % step
  return Array.from({ length: Math.ceil((count - first) / step) }, (_, index) => first + index * step)
}

/** The change of a count in percent: `+12 %`; null if there is nothing to compare with. */
export function percentChange(now: number, before: number): string | null {
  if (before === 0) return null
  const percent = Math.round(((now - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent).toLocaleString('en')}%`
}
