import { useQuery } from '@tanstack/react-query'
import { contentQuery } from '../../data/content.ts'
import { labels } from '../../lib/labels.ts'
import { pageIndexOf } from '../page-text/page-index.ts'
import { type Choice, Select, TextInput } from '../ui/inputs.tsx'
import type { SiteOutline, Target } from './target.ts'
import styles from './target-picker.module.css'

type Props = {
  /** What leads there: `Docs`. */
  of: string
  parts: SiteOutline
  value: Target
  onChange: (target: Target) => void
  /** Sections can be chosen. */
  withSections?: boolean
  /** It may lead nowhere. */
  canBeNone?: boolean
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  id?: string
}

/** Where something leads: an address, or a section, a space or a page of the site. */
export function TargetPicker(props: Props) {
  const { of, parts, value, onChange, withSections = false, canBeNone = false } = props
  const space = 'siteSpaceId' in value ? parts.spaces.find(({ id }) => id === value.siteSpaceId) : undefined
  return (
    <span className={styles.root}>
      <Select
        id={props.id}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        // A field around it names it by its label.
        aria-label={props.id === undefined ? `Target of ${of}` : undefined}
        choices={choicesOf({ parts, value, withSections, canBeNone })}
        value={nameOf(value)}
        onChange={({ target }) => onChange(targetNamed(target.value, value))}
      />
      {value.kind === 'address' && (
        <TextInput
          type="url"
          aria-label={`Address of ${of}`}
          placeholder="https://"
          autoComplete="off"
          value={value.url}
          onChange={({ target }) => onChange({ kind: 'address', url: target.value })}
        />
      )}
      {space && (
        <PageSelect
          of={of}
          spaceId={space.spaceId}
          value={value.kind === 'page' ? value.pageId : ''}
          onChange={(pageId) =>
            onChange(
              pageId === ''
                ? { kind: 'space', siteSpaceId: space.id }
                : { kind: 'page', siteSpaceId: space.id, pageId },
            )
          }
        />
      )}
    </span>
  )
}

const nameOf = (target: Target): string => {
  if (target.kind === 'section') return `section ${target.sectionId}`
  return 'siteSpaceId' in target ? `space ${target.siteSpaceId}` : target.kind
}

function targetNamed(name: string, now: Target): Target {
  const [kind, id = ''] = name.split(' ')
  if (kind === 'section') return { kind, sectionId: id }
  if (kind === 'space') return { kind, siteSpaceId: id }
  if (kind === 'kept') return now
  return kind === 'address' ? { kind, url: '' } : { kind: 'none' }
}

function choicesOf({
  parts,
  value,
  withSections,
  canBeNone,
}: Pick<Props, 'parts' | 'value' | 'withSections' | 'canBeNone'>): Choice[] {
  const sections = withSections
    ? parts.sections.map(({ id, title }) => one(`section ${id}`, `Section ${title}`))
    : []
  const spaces = parts.spaces.map(({ id, title }) => one(`space ${id}`, title))
  const isGone =
    !['none', 'address', 'kept'].includes(value.kind) &&
    ![...sections, ...spaces].some((choice) => choice.value === nameOf(value))
  return [
    ...(canBeNone ? [one('none', 'No link')] : value.kind === 'none' ? [one('none', 'Choose…')] : []),
    one('address', 'Custom URL'),
    ...(value.kind === 'kept' ? [one('kept', keptWords(value.reference.kind))] : []),
    ...(isGone ? [one(nameOf(value), 'No longer on this site')] : []),
    ...sections,
    ...spaces,
  ]
}

const one = (value: string, label: string): Choice => ({ value, label })

const keptWords = (kind: string): string =>
  kind === 'page' || kind === 'space' ? `A ${kind} that isn’t on this site` : `A ${kind.replace('-', ' ')}`

type PageProps = { of: string; spaceId: string; value: string; onChange: (pageId: string) => void }

/** A page of a space, in the order of its tree; nothing is where the space begins. */
function PageSelect({ of, spaceId, value, onChange }: PageProps) {
  const { data } = useQuery(contentQuery({ spaceId }))
  const pages = data ? pageIndexOf(data.pages).order.filter(({ page }) => page.type === 'document') : []
  const isGone = data !== undefined && value !== '' && !pages.some(({ page }) => page.id === value)
  return (
    <Select
      aria-label={`Page of ${of}`}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      choices={[
        one('', 'First page'),
        ...(data === undefined && value !== '' ? [one(value, labels.loading)] : []),
        ...(isGone ? [one(value, 'Deleted page')] : []),
        ...pages.map(({ page, depth }) => one(page.id, `${'\u2003'.repeat(depth)}${page.title}`)),
      ]}
    />
  )
}
