import { clsx } from 'clsx'
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { pluralize } from '../../lib/labels.ts'
import type { LinkContext } from '../page-text/page-links.ts'
import { PageText } from '../page-text/page-text.tsx'
import { renderPage, useEmoji } from '../page-text/render-page.ts'
import { Button } from '../ui/button.tsx'
import { highlightHtml } from './highlight-html.ts'
import { type BlockStep, blockDiff, foldedParts, type PageBlock, type PageSide } from './text-diff.ts'
import { useThreadLayout } from './use-thread-layout.ts'

/** Additions to a block: its comment threads, and actions. A removed block is the one before. */
export type BlockExtras = (
  block: PageBlock,
  kind: BlockStep['kind'],
) => {
  actions?: ReactNode
  threads?: ReactNode
  isSelected?: boolean
}

export type DiffSide = PageSide & { readonly place: LinkContext }

type Props = {
  before: DiffSide
  after: DiffSide
  isSides: boolean
  extras?: BlockExtras | undefined
  /** Key of the block that the address points at. */
  block?: string | undefined
  /** Called with the number of changes. */
  onCount?: ((count: number) => void) | undefined
}

/** A block, or how many are folded away. */
type Shown =
  | { readonly step: BlockStep; readonly at: number }
  | { readonly from: number; readonly count: number }

/** Blocks shown at first, and with each “show more”. */
const portion = 150

/** Two rendered versions of a page, block by block, with changed words highlighted. */
export function PageDiff({ before, after, isSides, extras, block, onCount }: Props) {
  const [most, setMost] = useState(portion)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const { steps, sharedBefore, sharedAfter } = useMemo(
    () => blockDiff(before, after),
    [before.title, before.markdown, after.title, after.markdown],
  )
  const numbers = useMemo(() => numbered(steps), [steps])
  const count = numbers.findLast((number) => number !== undefined) ?? 0
  useEffect(() => onCount?.(count), [count])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (block) place.current?.querySelector('.is-meant')?.scrollIntoView({ block: 'center' })
  }, [block])
  useThreadLayout(place)
  const parts = foldedParts(steps.map((step) => isKept(step, block, extras)))
  const isAllSame = steps.every(({ kind }) => kind === 'same')
  const shown = parts.flatMap(({ from, until, isFolded }): Shown[] =>
    isFolded && !isAllSame && !opened.has(from)
      ? [{ from, count: until - from }]
      : steps.slice(from, until).map((step, index) => ({ step, at: from + index })),
  )
  return (
    <div ref={place} className="diff-blocks">
      {shown.slice(0, most).map((one) =>
        'count' in one ? (
          <p key={one.from} className="diff-fold">
            <Button size="small" onClick={() => setOpened(new Set([...opened, one.from]))}>
              {pluralize(one.count, 'unchanged block')}
            </Button>
          </p>
        ) : (
          <div
            key={one.at}
            data-change={numbers[one.at]}
            className={clsx(isSides && 'diff-row', isMeant(one.step, block) && 'is-meant')}
          >
            <Block
              step={one.step}
              isSides={isSides}
              before={before}
              after={after}
              sharedBefore={sharedBefore}
              sharedAfter={sharedAfter}
              extras={extras}
            />
          </div>
        ),
      )}
      {shown.length > most && (
        <p className="diff-more">
          <Button variant="outline" onClick={() => setMost(most + portion)}>
            Show more
          </Button>
        </p>
      )}
      {isAllSame && before.markdown !== after.markdown && (
        <p className="faint">These changes are visible only in the Markdown view.</p>
      )}
    </div>
  )
}

const isMeant = (step: BlockStep, block: string | undefined): boolean =>
  block !== undefined && step.kind !== 'del' && step.after.key === block

/** What changed is never folded away, nor what is talked about or pointed at. */
const isKept = (step: BlockStep, block: string | undefined, extras: BlockExtras | undefined): boolean =>
  step.kind !== 'same' || isMeant(step, block) || Boolean(extras?.(step.after, 'same').threads)

/** The first block of each change has its number. */
function numbered(steps: readonly BlockStep[]): (number | undefined)[] {
  let count = 0
  return steps.map(({ kind }, at) => {
    if (kind === 'same' || (at > 0 && steps[at - 1]?.kind !== 'same')) return undefined
    return ++count
  })
}

type BlockProps = Omit<Props, 'isSides' | 'block' | 'onCount'> & {
  step: BlockStep
  isSides: boolean
  sharedBefore: string
  sharedAfter: string
}

function Block(props: BlockProps) {
  const { step, isSides, before, after, sharedBefore, sharedAfter, extras } = props
  const old = step.kind === 'add' ? undefined : step.before
  const now = step.kind === 'del' ? undefined : step.after
  const wasHtml = useDrawn(step.kind === 'same' && !isSides ? undefined : old, before, sharedBefore)
  const isHtml = useDrawn(now, after, sharedAfter)
  const marked = useMemo(
    () =>
      step.kind === 'edit' && wasHtml !== undefined && isHtml !== undefined
        ? highlightHtml(wasHtml, isHtml)
        : undefined,
    [step.kind, wasHtml, isHtml],
  )
  const block = now ?? old
  const extra = block && extras?.(block, step.kind)
  const drawn = { kind: step.kind, was: wasHtml, is: isHtml, marked, extra }
  return isSides ? (
    <Sides {...drawn} old={old} now={now} />
  ) : (
    <Inline {...drawn} isThere={now !== undefined} />
  )
}

type Drawn = {
  kind: BlockStep['kind']
  was: string | undefined
  is: string | undefined
  marked: ReturnType<typeof highlightHtml> | undefined
  extra: ReturnType<NonNullable<Props['extras']>> | undefined
}

/** What was and what is, one within the other. */
function Inline({ kind, was, is, marked, extra, isThere }: Drawn & { isThere: boolean }) {
  const chosen = extra?.isSelected && 'is-selected'
  const boxes = (
    <>
      {marked && hasOtherPictures(was, is) ? (
        <>
          <Box className="is-del" kind="del" html={marked.before} />
          <Box className={clsx('is-add', chosen)} kind="add" html={marked.after} actions={extra?.actions} />
        </>
      ) : (
        <Box
          className={clsx(`is-${kind}`, chosen)}
          kind={kind}
          html={marked?.inline ?? (isThere ? is : was) ?? ''}
          actions={extra?.actions}
        />
      )}
    </>
  )
  if (!extra?.threads) return boxes
  return (
    <div className={clsx('diff-anchor', extra.isSelected && 'is-selected')}>
      <div>{boxes}</div>
      <div className="diff-threads">{extra.threads}</div>
    </div>
  )
}

/** What was at the left, what is at the right. */
function Sides({ kind, was, is, marked, extra, old, now }: Drawn & { old: unknown; now: unknown }) {
  const as = <Side extends string>(side: Side) => (kind === 'same' ? 'same' : side)
  return (
    <>
      <div>
        {old !== undefined && (
          <Box
            className={clsx(kind !== 'same' && 'is-del')}
            kind={as('del')}
            html={marked?.before ?? was ?? ''}
            actions={now === undefined && extra?.actions}
          />
        )}
      </div>
      <div>
        {now !== undefined && (
          <Box
            className={clsx(kind !== 'same' && 'is-add', extra?.isSelected && 'is-selected')}
            kind={as('add')}
            html={marked?.after ?? is ?? ''}
            actions={extra?.actions}
          />
        )}
        {extra?.threads}
      </div>
    </>
  )
}

/** A replaced image is shown before and after. */
function hasOtherPictures(was = '', is = ''): boolean {
  const pictures = (html: string) =>
    html.match(/<img[^>]*? src="[^"]*"/g)?.map((one) => one.replace(/^.* src=/, ''))
  return String(pictures(was) ?? '') !== String(pictures(is) ?? '')
}

const spoken = { same: '', add: 'Added', del: 'Removed', edit: 'Changed' } as const

type BoxProps = { className: string; kind: BlockStep['kind']; html: string; actions?: ReactNode }

const Box = ({ className, kind, html, actions }: BoxProps) => (
  <div className={clsx('diff-block', className)}>
    {spoken[kind] && <span className="sr">{spoken[kind]}: </span>}
    {actions}
    <Text html={html} />
  </div>
)

/** Its own, so that what a reader has opened stays open while what is around it changes. */
const Text = memo(({ html }: { html: string }) => <PageText html={html} className="diff-text" />)

/** A block rendered on its own, followed by the definitions it uses. */
function useDrawn(
  block: PageBlock | undefined,
  { title, place }: DiffSide,
  shared: string,
): string | undefined {
  const emoji = useEmoji(block?.text ?? '')
  return useMemo(() => {
    if (!block) return undefined
    const needs = shared !== '' && block.text.includes('[')
    return renderPage(needs ? `${block.text}\n\n${shared}` : block.text, { title, place, emoji }).html
  }, [block, title, place, emoji, shared])
}
