import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import type { ContentReference } from '#contract/pages.ts'
import type { SiteCustomization } from '#contract/site-customization.ts'
import { useField } from '../../components/fields.tsx'
import { referenceOf, type SiteOutline, targetOf } from '../../components/site-target/target.ts'
import { TargetPicker } from '../../components/site-target/target-picker.tsx'
import { SortableList } from '../../components/sortable-list.tsx'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { FieldError } from '../../components/ui/field.tsx'
import { Select, TextInput } from '../../components/ui/inputs.tsx'
import styles from './customization.module.css'
import { CustomizationField, choicesOf } from './customization-fields.tsx'
import { linkStyleLabels } from './labels.ts'
import { useEntries } from './use-entries.ts'

type HeaderLink = SiteCustomization['header']['links'][number]
type FooterGroup = SiteCustomization['footer']['groups'][number]

const MAX_LINKS = 50
const MAX_GROUPS = 20

const countLabel = (value: unknown): string => (Array.isArray(value) ? `${value.length} of them` : 'none')

function useList<T>(name: string, label: string) {
  const { error } = useField(name, label, countLabel)
  const { field } = useController({ name })
  return {
    error,
    values: (Array.isArray(field.value) ? field.value : []) as readonly T[],
    onChange: field.onChange,
  }
}

const newLink = (): NamedLink => ({ title: '', to: { kind: 'url', url: '' } })

/** The links in the header, each with its menu. */
export function HeaderLinks({ parts }: { parts: SiteOutline }) {
  const { error, values, onChange } = useList<HeaderLink>('header/links', 'Header links')
  return (
    <CustomizationField names={['header/links']} label="Header links">
      <fieldset className="field">
        <legend className="label">Links</legend>
        <LinkList<HeaderLink>
          label="Header links"
          values={values}
          onChange={onChange}
          parts={parts}
          max={MAX_LINKS}
          canBeNone
          addLabel="Add link"
          newItem={() => ({ ...newLink(), style: 'link', links: [] })}
          details={(link, change) => <HeaderLinkDetails link={link} change={change} parts={parts} />}
        />
        {error && <FieldError id="header-links">{error}</FieldError>}
      </fieldset>
    </CustomizationField>
  )
}

type HeaderLinkDetailsProps = { link: HeaderLink; change: (link: HeaderLink) => void; parts: SiteOutline }

function HeaderLinkDetails({ link, change, parts }: HeaderLinkDetailsProps) {
  const name = link.title || 'New link'
  return (
    <details className={styles.more}>
      <summary>Style, menu and condition of {name}</summary>
      <Select
        aria-label={`Style of ${name}`}
        choices={choicesOf(linkStyleLabels)}
        value={link.style ?? 'link'}
        onChange={({ target }) =>
          change({ ...link, style: target.value as NonNullable<HeaderLink['style']> })
        }
      />
      <TextInput
        mono
        aria-label={`Condition of ${name}`}
        placeholder="Shown to everyone"
        value={link.condition ?? ''}
        onChange={({ target }) => {
          const { condition: _condition, ...unconditional } = link
          change(target.value === '' ? unconditional : { ...unconditional, condition: target.value })
        }}
      />
      <LinkList
        label={`Menu of ${name}`}
        values={link.links}
        onChange={(links) => change({ ...link, links })}
        parts={parts}
        max={MAX_LINKS}
        addLabel="Add menu item"
        newItem={newLink}
      />
    </details>
  )
}

/** Columns of links in the footer. */
export function FooterGroups({ parts }: { parts: SiteOutline }) {
  const { error, values, onChange } = useList<FooterGroup>('footer/groups', 'Footer groups')
  const list = useEntries(values, onChange, ({ title }) => title || 'New group')
  return (
    <CustomizationField names={['footer/groups']} label="Footer groups">
      <fieldset className="field">
        <legend className="label">Groups of links</legend>
        <SortableList label="Footer groups" items={list.entries} onSort={list.sort}>
          {({ id, title, value }) => (
            <div className={styles.link}>
              <span className={styles.row}>
                <TextInput
                  aria-label={`Title of ${title}`}
                  placeholder="Title"
                  value={value.title}
                  onChange={({ target }) => list.change(id, { ...value, title: target.value })}
                />
                <IconButton
                  small
                  tip={false}
                  icon={X}
                  label={`Remove ${title}`}
                  onClick={() => list.remove(id)}
                />
              </span>
              <LinkList
                label={`Links of ${title}`}
                values={value.links}
                onChange={(links) => list.change(id, { ...value, links })}
                parts={parts}
                max={MAX_LINKS}
                addLabel={`Add link to ${title}`}
                newItem={newLink}
              />
            </div>
          )}
        </SortableList>
        <Button
          icon={Plus}
          disabledReason={values.length >= MAX_GROUPS ? `You can add up to ${MAX_GROUPS}` : undefined}
          onClick={() => list.add({ title: '', links: [] })}
        >
          Add group
        </Button>
        {error && <FieldError id="footer-groups">{error}</FieldError>}
      </fieldset>
    </CustomizationField>
  )
}

type NamedLink = { title: string; to: ContentReference | null }

type Props<T extends NamedLink> = {
  /** Name of the list: `Header links`. */
  label: string
  values: readonly T[]
  onChange: (values: T[]) => void
  parts: SiteOutline
  max: number
  newItem: () => T
  addLabel: string
  canBeNone?: boolean
  /** Renders further fields of a link. */
  details?: (value: T, change: (value: T) => void) => ReactNode
}

/** Links in order, each with a title and a target. */
function LinkList<T extends NamedLink>(props: Props<T>) {
  const { label, values, onChange, parts, max, details } = props
  const list = useEntries(values, onChange, ({ title }) => title || 'New link')
  return (
    <div className={styles.links}>
      <SortableList label={label} items={list.entries} onSort={list.sort}>
        {({ id, title, value }) => {
          const change = (next: T) => list.change(id, next)
          return (
            <div className={styles.link}>
              <span className={styles.row}>
                <TextInput
                  aria-label={`Title of ${title}`}
                  placeholder="Title"
                  value={value.title}
                  onChange={({ target }) => change({ ...value, title: target.value })}
                />
                <IconButton
                  small
                  tip={false}
                  icon={X}
                  label={`Remove ${title}`}
                  onClick={() => list.remove(id)}
                />
              </span>
              <TargetPicker
                of={title}
                parts={parts}
                canBeNone={props.canBeNone ?? false}
                value={targetOf(value.to, parts)}
                onChange={(target) => change({ ...value, to: referenceOf(target, parts) })}
              />
              {details?.(value, change)}
            </div>
          )
        }}
      </SortableList>
      <Button
        icon={Plus}
        disabledReason={values.length >= max ? `You can add up to ${max}` : undefined}
        onClick={() => list.add(props.newItem())}
      >
        {props.addLabel}
      </Button>
    </div>
  )
}
