import { ArrowDown, ArrowUp, Columns2, Rows2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { ReusableContent } from '#contract/files.ts'
import type { Page } from '#contract/pages.ts'
import type { RevisionRef } from '../../data/content.ts'
import { errorMessage } from '../../data/query-client.ts'
import { useDocument } from '../../data/use-document.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { labels } from '../../lib/labels.ts'
import type { LinkContext } from '../page-text/page-links.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Bone } from '../ui/skeleton.tsx'
import { Failed } from '../ui/states.tsx'
import type { ChangedPage } from './changed-pages.ts'
import type { DiffSearch, OnDiffSearch } from './diff-search.ts'
import { MarkdownDiff } from './markdown-diff.tsx'
import { type BlockExtras, PageDiff } from './page-diff.tsx'
import { changeLabel, useChangeSteps } from './use-change-steps.ts'

/** One side of a comparison: where it is read, and what its links are followed by. */
export type Side = { readonly at: RevisionRef; readonly place: Omit<LinkContext, 'path'> }

type Props = {
  page: ChangedPage
  before: Side
  after: Side
  /** False until the pages that can be chosen are on screen. */
  isReady: boolean
  search: DiffSearch
  onSearch: OnDiffSearch
  extras?: BlockExtras | undefined
  /** At the left end of the bar: the page select, below 900 px. */
  lead?: ReactNode
  /** What can be done with the page. */
  actions?: ReactNode
}

/** What changed in one page: as it is read, or in its Markdown. */
export function DiffPane(props: Props) {
  const { page, before, after, isReady, search, onSearch, extras, lead, actions } = props
  const pane = useRef<HTMLElement>(null)
  const isNarrow = useIsNarrow()
  const isSides = search.layout === 'sides' && !isNarrow
  const ref = { id: page.id, isReusable: page.isReusable === true }
  const old = useDocument(before.at, ref, page.kind !== 'added')
  const now = useDocument(after.at, ref, page.kind !== 'removed')
  const steps = useChangeSteps(pane)
  const failed = (page.kind !== 'added' && old.error) || (page.kind !== 'removed' && now.error)
  const isThere = isReady && (page.kind === 'added' || old.data) && (page.kind === 'removed' || now.data)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className="pane comparison-diff" ref={pane} tabIndex={0} aria-label={`Changes of ${page.title}`}>
      <div className="pane-head">
        {lead}
        <fieldset className="btn-group">
          <legend className="sr">View</legend>
          <Toggle isOn={search.view === undefined} onClick={() => onSearch({ view: undefined })}>
            Page
          </Toggle>
          <Toggle isOn={search.view === 'markdown'} onClick={() => onSearch({ view: 'markdown' })}>
            Markdown
          </Toggle>
        </fieldset>
        <fieldset className="btn-group wide">
          <legend className="sr">Layout</legend>
          <Toggle isOn={!isSides} label="Inline" onClick={() => onSearch({ layout: undefined })}>
            <Icon of={Rows2} size="s" />
          </Toggle>
          <Toggle isOn={isSides} label="Side by side" onClick={() => onSearch({ layout: 'sides' })}>
            <Icon of={Columns2} size="s" />
          </Toggle>
        </fieldset>
        <span className="grow" />
        {actions}
        <span className="meta faint num wide nowrap" aria-live="polite">
          {changeLabel(steps.at, steps.count)}
        </span>
        <IconButton
          small
          className="btn-plain"
          icon={ArrowUp}
          label="Previous change"
          keys="p"
          onClick={() => steps.go(-1)}
        />
        <IconButton
          small
          className="btn-plain"
          icon={ArrowDown}
          label="Next change"
          keys="n"
          onClick={() => steps.go(1)}
        />
      </div>
      {failed && (
        <Failed
          title={`Couldn’t load ${labels.quoted(page.title)}`}
          reason={errorMessage(failed)}
          onRetry={() => void Promise.all([old.refetch(), now.refetch()])}
        />
      )}
      {!failed && !isThere && <DiffBones />}
      {!failed && isThere && (
        <Body
          {...{ page, before, after, search, isSides, extras }}
          old={old.data}
          now={now.data}
          onCount={steps.setCount}
        />
      )}
    </section>
  )
}

type Version = Page | ReusableContent

type BodyProps = Pick<Props, 'page' | 'before' | 'after' | 'search' | 'extras'> & {
  isSides: boolean
  old: Version | undefined
  now: Version | undefined
  onCount: (count: number) => void
}

function Body({ page, before, after, search, isSides, extras, old, now, onCount }: BodyProps) {
  const [was, is] = [textOf(old), textOf(now)]
  // Readers don’t see the title of reusable content, so its text has no heading that repeats it.
  const sided = (side: Side, one: Version | undefined, markdown: string) => ({
    title: page.isReusable ? '' : (one?.title ?? page.title),
    markdown,
    place: { ...side.place, path: one && 'path' in one ? one.path : '' },
  })
  const [left, right] = [sided(before, old, was), sided(after, now, is)]
  const attributes = page.isReusable ? renamed(old, now) : attributeChanges(page)
  return (
    <>
      {search.view === 'markdown' ? (
        <>
          <Attributes changes={attributes} />
          <MarkdownDiff key={page.id} before={was} after={is} isSides={isSides} onCount={onCount} />
        </>
      ) : (
        <div className={isSides ? 'comparison-document is-sides' : 'comparison-document'}>
          <h2 className="comparison-title">{page.title}</h2>
          <Attributes changes={attributes} />
          <PageDiff
            key={page.id}
            before={left}
            after={right}
            isSides={isSides}
            extras={extras}
            block={search.block}
            onCount={onCount}
          />
          {was === is && was === '' && attributes.length === 0 && (
            <p className="faint">{page.kind === 'removed' ? 'It was empty.' : 'It’s empty.'}</p>
          )}
        </div>
      )}
    </>
  )
}

const textOf = (version: Version | undefined): string =>
  (version && 'markdown' in version && version.markdown) || ''

const renamed = (old: Version | undefined, now: Version | undefined): AttributeChange[] =>
  old && now && old.title !== now.title ? [{ name: names.title, before: old.title, after: now.title }] : []

const Attributes = ({ changes }: { changes: readonly AttributeChange[] }) =>
  changes.length === 0 ? null : (
    <dl className="comparison-facts">
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {before !== undefined && <del>{before}</del>} {after !== undefined && <ins>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )

type ToggleProps = { isOn: boolean; label?: string; onClick: () => void; children: ReactNode }

const Toggle = ({ isOn, label, onClick, children }: ToggleProps) => (
  <button type="button" aria-pressed={isOn} aria-label={label} title={label} onClick={onClick}>
    {children}
  </button>
)

const DiffBones = () => (
  <div className="comparison-skeleton" role="status" aria-label={labels.loading}>
    <Bone width="40%" height="1.25rem" />
    <Bone width="92%" />
    <Bone width="86%" />
    <Bone width="54%" />
    <Bone width="90%" />
  </div>
)

/** A changed attribute of a page. */
type AttributeChange = {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

const names = {
  title: 'Title',
  description: 'Description',
  slug: 'Path',
  emoji: 'Emoji',
  icon: 'Icon',
  linkTitle: 'Title in navigation',
  hidden: 'Hidden from navigation',
  noIndex: 'Excluded from search',
  noRobotsIndex: 'Excluded from search engines',
  condition: 'Condition',
  cover: 'Cover',
  layout: 'Layout',
  tags: 'Tags',
  variables: 'Variables',
  metaLinks: 'Links for search engines',
  frontMatter: 'Other front matter',
  target: 'URL',
} as const

/** The changed attributes of a page, besides its text. */
function attributeChanges({ attributes, moved, isMoved }: ChangedPage): AttributeChange[] {
  const changes: AttributeChange[] = []
  for (const [key, name] of Object.entries(names)) {
    const sides = attributes?.[key as keyof typeof names]
    if (sides) changes.push({ name, before: said(sides.before), after: said(sides.after) })
  }
  if (!isMoved) return changes
  const [from, to] = [moved?.before, moved?.after]
  if (from?.id === to?.id) return [...changes, { name: 'Order', before: undefined, after: 'Reordered' }]
  return [...changes, { name: 'Position', before: placeOf(from), after: placeOf(to) }]
}

const placeOf = (parent: { title: string } | undefined): string =>
  parent ? `In ${labels.quoted(parent.title || labels.untitled)}` : 'At the top level'

function said(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(tagName).join(', ')
  if (isRecord(value) && value.kind === 'url' && typeof value.url === 'string') return value.url
  return JSON.stringify(value)
}

const tagName = (value: unknown): string =>
  isRecord(value) && isRecord(value.tag) ? String(value.tag.tag) : JSON.stringify(value)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
