import { Plus, X } from 'lucide-react'
import { useController } from 'react-hook-form'
import type { SiteCustomization } from '#contract/site-customization.ts'
import { useField } from '../../components/fields.tsx'
import type { SiteParts } from '../../components/site-target/site-parts.ts'
import { SortableList } from '../../components/sortable-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { FieldError } from '../../components/ui/field.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Select, TextInput } from '../../components/ui/inputs.tsx'
import { useEntries } from './entries.ts'
import { LinkList, type NamedLink } from './link-list.tsx'
import { Look } from './looks-context.tsx'
import { linkStyleWords } from './looks-words.ts'
import { choicesOf } from './plain-fields.tsx'

type HeaderLink = SiteCustomization['header']['links'][number]
type FooterGroup = SiteCustomization['footer']['groups'][number]

const mostLinks = 50
const mostGroups = 20

const sayCount = (value: unknown): string => (Array.isArray(value) ? `${value.length} of them` : 'none')

function useList<T>(name: string, label: string) {
  const { error } = useField(name, label, sayCount)
  const { field } = useController({ name })
  return {
    error,
    values: (Array.isArray(field.value) ? field.value : []) as readonly T[],
    onChange: field.onChange,
  }
}

const plain = (): NamedLink => ({ title: '', to: { kind: 'url', url: '' } })

/** The links in the header, each with those below it. */
export function HeaderLinks({ parts }: { parts: SiteParts }) {
  const { error, values, onChange } = useList<HeaderLink>('header/links', 'Links of the header')
  return (
    <Look names={['header/links']} label="Links of the header">
      <fieldset className="field">
        <legend className="label">Links</legend>
        <LinkList<HeaderLink>
          label="Links of the header"
          values={values}
          onChange={onChange}
          parts={parts}
          most={mostLinks}
          canBeNone
          add="Add link"
          fresh={() => ({ ...plain(), style: 'link', links: [] })}
          more={(link, change) => <HeaderMore link={link} change={change} parts={parts} />}
        />
        {error && <FieldError id="header-links">{error}</FieldError>}
      </fieldset>
    </Look>
  )
}

type MoreProps = { link: HeaderLink; change: (link: HeaderLink) => void; parts: SiteParts }

function HeaderMore({ link, change, parts }: MoreProps) {
  const name = link.title || 'New link'
  return (
    <details className="look-more">
      <summary>Looks, menu and condition of {name}</summary>
      <Select
        aria-label={`Looks of ${name}`}
        choices={choicesOf(linkStyleWords)}
        value={link.style ?? 'link'}
        onChange={({ target }) =>
          change({ ...link, style: target.value as NonNullable<HeaderLink['style']> })
        }
      />
      <TextInput
        mono
        aria-label={`Condition of ${name}`}
        placeholder="Shown to everybody"
        value={link.condition ?? ''}
        onChange={({ target }) => {
          const { condition: _, ...rest } = link
          change(target.value === '' ? rest : { ...rest, condition: target.value })
        }}
      />
      <LinkList
        label={`Menu of ${name}`}
        values={link.links}
        onChange={(links) => change({ ...link, links })}
        parts={parts}
        most={mostLinks}
        add="Add to its menu"
        fresh={plain}
      />
    </details>
  )
}

/** Columns of links in the footer. */
export function FooterGroups({ parts }: { parts: SiteParts }) {
  const { error, values, onChange } = useList<FooterGroup>('footer/groups', 'Groups of the footer')
  const list = useEntries(values, onChange, ({ title }) => title || 'New group')
  return (
    <Look names={['footer/groups']} label="Groups of the footer">
      <fieldset className="field">
        <legend className="label">Groups of links</legend>
        <SortableList label="Groups of the footer" items={list.entries} onSort={list.sort}>
          {({ id, title, value }) => (
            <div className="look-link">
              <span className="look-line">
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
                most={mostLinks}
                add={`Add link to ${title}`}
                fresh={plain}
              />
            </div>
          )}
        </SortableList>
        <Button
          icon={Plus}
          disabledReason={values.length >= mostGroups ? `${mostGroups} are all there can be` : undefined}
          onClick={() => list.add({ title: '', links: [] })}
        >
          Add group
        </Button>
        {error && <FieldError id="footer-groups">{error}</FieldError>}
      </fieldset>
    </Look>
  )
}
