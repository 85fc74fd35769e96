import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Eye, Plus, Power, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import type { Organization } from '#contract/organizations.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { SettingsHeader } from '../../components/settings-header.tsx'
import { Button } from '../../components/ui/button.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActions } from '../../hooks/use-actions.ts'
import { paths } from '../../lib/paths.ts'
import { attemptResult, eventCount, webhookName, webhookState } from './labels.ts'
import { useWebhookActions } from './mutations.ts'
import { webhooksQuery } from './queries.ts'
import type { WebhooksSearch } from './search-params.ts'
import { NewWebhookDialog } from './webhook-dialogs.tsx'
import styles from './webhooks.module.css'

type Props = {
  organization: Organization
  search: WebhooksSearch
  onSearch: (search: WebhooksSearch) => void
}

const columns = [
  { head: 'URL' },
  { head: 'Events', className: 'wide' },
  { head: 'State' },
  { head: 'Last delivery', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** The webhooks of an organization. */
export function WebhooksPage({ organization, search, onSearch }: Props) {
  const pages = pagesOf(useSuspenseInfiniteQuery(webhooksQuery(organization.id)))
  const navigate = useNavigate()
  const actions = useWebhookActions(organization.id)
  const onNew = () => onSearch({ dialog: 'new' })
  const open = ({ id }: Pick<Webhook, 'id'>) => void navigate({ to: paths.webhook(organization.id, id) })
  const newButton = (variant: 'primary' | 'outline') => (
    <Button variant={variant} icon={Plus} onClick={onNew}>
      New webhook
    </Button>
  )
  useActions([{ id: 'webhook', label: 'New webhook', icon: WebhookIcon, keys: 'c', run: onNew }])
  return (
    <>
      <SettingsHeader organization={organization} part="Webhooks" actions={newButton('primary')} />
      <div className="scroll">
        <PagedList<Webhook>
          {...pages}
          label="Webhooks"
          className={styles.list}
          columns={columns}
          titleOf={webhookName}
          onOpen={open}
          row={(webhook) => <WebhookCells webhook={webhook} onOpen={() => open(webhook)} />}
          menu={(webhook) => (
            <>
              <MenuItem icon={Eye} onSelect={() => open(webhook)}>
                Open
              </MenuItem>
              {webhook.enabled && (
                <MenuItem icon={Send} onSelect={() => actions.sendTest(webhook)}>
                  Send test event
                </MenuItem>
              )}
              <MenuItem icon={Power} onSelect={() => void actions.setEnabled(webhook, !webhook.enabled)}>
                {webhook.enabled ? 'Disable…' : 'Enable'}
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={Trash2} danger onSelect={() => void actions.remove(webhook)}>
                Delete…
              </MenuItem>
            </>
          )}
          empty={
            <Empty title="No webhooks yet" actions={newButton('outline')}>
              Notify your other systems when something changes in this organization.
            </Empty>
          }
        />
      </div>
      {search.dialog === 'new' && (
        <NewWebhookDialog organizationId={organization.id} onClose={() => onSearch({})} onCreated={open} />
      )}
    </>
  )
}

function WebhookCells({ webhook, onOpen }: { webhook: Webhook; onOpen: () => void }) {
  const { label, tone } = webhookState(webhook)
  const last = webhook.lastDelivery
  return (
    <>
      <div className="cell" role="gridcell">
        <span className={styles.stacked}>
          <button type="button" tabIndex={-1} className="title name truncate" onClick={onOpen}>
            {webhookName(webhook)}
          </button>
          {webhook.description && <span className="meta faint truncate">{webhook.description}</span>}
        </span>
      </div>
      <div className="cell wide soft num" role="gridcell">
        {eventCount(webhook)}
      </div>
      <div className="cell" role="gridcell">
        <DotStatus {...(tone ? { tone } : {})}>{label}</DotStatus>
      </div>
      <div className="cell wide soft" role="gridcell">
        {last ? (
          <span className="truncate" title={attemptResult(last.attempt)}>
            <Time at={last.attempt.at} ago /> · {attemptResult(last.attempt)}
          </span>
        ) : (
          <span className="faint">None yet</span>
        )}
      </div>
    </>
  )
}
