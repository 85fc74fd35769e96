import { Plus, X } from 'lucide-react'
import { useController } from 'react-hook-form'
import type { SiteCustomization } from '#contract/site-customization.ts'
import { useField } from '../../components/fields.tsx'
import { referenceOf, type SiteOutline, targetOf } from '../../components/site-target/target.ts'
import { TargetPicker } from '../../components/site-target/target-picker.tsx'
import { SortableList } from '../../components/sortable-list.tsx'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Field, FieldError } from '../../components/ui/field.tsx'
import { Checkbox, ChoiceLine, Select, TextInput } from '../../components/ui/inputs.tsx'
import styles from './customization.module.css'
import { CustomizationField } from './customization-fields.tsx'
import { type PageAction, pageActions } from './customization-values.ts'
import { platformChoices } from './labels.ts'
import { useEntries } from './use-entries.ts'

type Account = NonNullable<SiteCustomization['socialAccounts']>[number]

const MAX_ACCOUNTS = 10

/** The social accounts in the header and footer. */
export function SocialAccounts() {
  const label = 'Social accounts'
  const { error } = useField('socialAccounts', label, (value) =>
    Array.isArray(value) ? `${value.length} of them` : 'none',
  )
  const { field } = useController({ name: 'socialAccounts' })
  const values: readonly Account[] = Array.isArray(field.value) ? field.value : []
  const list = useEntries(values, field.onChange, ({ handle }) => handle || 'New account')
  return (
    <CustomizationField names={['socialAccounts']} label={label}>
      <fieldset className="field">
        <legend className="label">{label}</legend>
        <SortableList label={label} items={list.entries} onSort={list.sort}>
          {({ id, title, value }) => (
            <div className={styles.link}>
              <span className={styles.row}>
                <Select
                  aria-label={`Platform of ${title}`}
                  choices={platformChoices}
                  value={value.platform}
                  onChange={({ target }) =>
                    list.change(id, { ...value, platform: target.value as Account['platform'] })
                  }
                />
                <TextInput
                  aria-label={`Handle of ${title}`}
                  placeholder="Handle or address"
                  value={value.handle}
                  onChange={({ target }) => list.change(id, { ...value, handle: target.value })}
                />
                <IconButton
                  small
                  tip={false}
                  icon={X}
                  label={`Remove ${title}`}
                  onClick={() => list.remove(id)}
                />
              </span>
              <span className={styles.row}>
                {(['header', 'footer'] as const).map((where) => (
                  <ChoiceLine
                    key={where}
                    control={
                      <Checkbox
                        checked={value.display[where]}
                        onChange={({ target }) =>
                          list.change(id, {
                            ...value,
                            display: { ...value.display, [where]: target.checked },
                          })
                        }
                      />
                    }
                  >
                    In the {where}
                  </ChoiceLine>
                ))}
              </span>
            </div>
          )}
        </SortableList>
        <Button
          icon={Plus}
          disabledReason={values.length >= MAX_ACCOUNTS ? `You can add up to ${MAX_ACCOUNTS}` : undefined}
          onClick={() =>
            list.add({ platform: 'github', handle: '', display: { header: false, footer: true } })
          }
        >
          Add account
        </Button>
        {error && <FieldError id="social-accounts">{error}</FieldError>}
      </fieldset>
    </CustomizationField>
  )
}

const actionLabels: Readonly<Record<PageAction, string>> = {
  markdown: 'Copy and view as Markdown',
  pdf: 'Download as PDF',
  'external-ai': 'Open in ChatGPT or Claude',
  mcp: 'Connect to the MCP server',
}

/** The actions that a page offers, in order. */
export function PageActions() {
  const label = 'Page actions'
  useField('pageActions/items', label)
  const { field } = useController({ name: 'pageActions/items' })
  const chosen = (Array.isArray(field.value) ? field.value : []) as readonly PageAction[]
  const available = pageActions.filter((one) => !chosen.includes(one))
  const items = chosen.map((id) => ({ id, title: actionLabels[id] }))
  return (
    <CustomizationField names={['pageActions/items']} label={label}>
      <fieldset className="field">
        <legend className="label">{label}</legend>
        <SortableList label={label} items={items} onSort={(next) => field.onChange(next.map(({ id }) => id))}>
          {({ id, title }) => (
            <span className={styles.row}>
              <span className="grow truncate">{title}</span>
              <IconButton
                small
                tip={false}
                icon={X}
                label={`Remove ${title}`}
                onClick={() => field.onChange(chosen.filter((one) => one !== id))}
              />
            </span>
          )}
        </SortableList>
        <span className="help">
          Links to ChatGPT, Claude and the MCP server appear only on public and unlisted sites. Pages load
          nothing from these services.
        </span>
        {available.length > 0 && (
          <Select
            aria-label="Add a page action"
            value=""
            choices={[
              { value: '', label: 'Add action…' },
              ...available.map((value) => ({ value, label: actionLabels[value] })),
            ]}
            onChange={({ target }) => field.onChange([...chosen, target.value])}
          />
        )}
      </fieldset>
    </CustomizationField>
  )
}

/** The target of the announcement’s link. */
export function AnnouncementTarget({ parts }: { parts: SiteOutline }) {
  const name = 'announcement/link/to'
  const { error } = useField(name, 'Link target', (value) => (value ? 'something else' : 'nowhere'))
  const { field } = useController({ name })
  return (
    <CustomizationField names={[name]} label="Target of the announcement">
      <Field label="Link target" error={error}>
        {(tied) => (
          <TargetPicker
            {...tied}
            of="the announcement"
            parts={parts}
            canBeNone
            value={targetOf(field.value, parts)}
            onChange={(target) => field.onChange(referenceOf(target, parts))}
          />
        )}
      </Field>
    </CustomizationField>
  )
}
