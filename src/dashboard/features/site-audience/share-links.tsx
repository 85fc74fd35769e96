import { zodResolver } from '@hookform/resolvers/zod'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link2Off, Pencil, Plus, Power, Trash2 } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { type SiteShareLink, siteShareLinks } from '#contract/site-share-links.ts'
import type { Site } from '#contract/sites.ts'
import { confirm } from '../../components/confirm.tsx'
import { CheckboxField, PasswordField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { QueryList } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyButton } from '../../components/ui/copy.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { itemsOf, useApi } from '../../data/api.ts'
import { readSiteAudience } from '../../data/site-audience.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { entranceRemovalEffect } from '../../lib/site-audience.ts'
import { toast } from '../../lib/toast.ts'
import styles from './audience.module.css'
import { type OnSearch, shareLinksQuery } from './queries.ts'
import type { AudienceSearch } from './search-params.ts'

type Props = { params: SiteParams; site: Site; search: AudienceSearch; onSearch: OnSearch }

export const linkName = ({ name }: SiteShareLink): string => name || 'Unnamed link'

/** The share links of a site, each of which can be switched off or revoked. */
export function ShareLinks({ params, site, search, onSearch }: Props) {
  const read = useInfiniteQuery(shareLinksQuery(params))
  const { toggle, revoke } = useLinkActions(params)
  const edited = itemsOf(read.data).find(({ id }) => id === search.link)
  const onClose = () => onSearch({ dialog: undefined, link: undefined })
  return (
    <section aria-labelledby="share-links">
      <div className="section-head">
        <h2 id="share-links">Share links</h2>
        <Button variant="outline" icon={Plus} onClick={() => onSearch({ dialog: 'link' })}>
          New link
        </Button>
      </div>
      {site.visibility !== 'share-link' && (
        <p className="soft">Share links work only while the audience is “Share link”.</p>
      )}
      <QueryList<SiteShareLink, SiteShareLink>
        read={read}
        rowOf={(link) => link}
        label="Share links"
        className={styles.shareLinkList}
        columns={columns}
        titleOf={linkName}
        onOpen={({ id }) => onSearch({ link: id })}
        row={(link, isCurrent) => (
          <LinkCells link={link} isPublished={site.published} isCurrent={isCurrent} />
        )}
        menu={(link) => (
          <>
            <MenuItem icon={Pencil} onSelect={() => onSearch({ link: link.id })}>
              Change…
            </MenuItem>
            <MenuItem icon={link.active === false ? Power : Link2Off} onSelect={() => void toggle(link)}>
              {link.active === false ? 'Turn on' : 'Turn off'}
            </MenuItem>
            <MenuItem icon={Trash2} danger onSelect={() => void revoke(link)}>
              Revoke…
            </MenuItem>
          </>
        )}
        empty={
          <Empty title="No share links yet">
            Each link has its own key, so you can revoke one without affecting the others.
          </Empty>
        }
      />
      {search.dialog === 'link' && <ShareLinkDialog params={params} onClose={onClose} />}
      {edited && <ShareLinkDialog key={edited.id} params={params} link={edited} onClose={onClose} />}
    </section>
  )
}

const columns = [{ head: 'Name' }, { head: 'State' }, { head: 'Last used', className: 'wide' }, { head: '' }]

const hasEnded = ({ expiresAt }: SiteShareLink): boolean =>
  expiresAt !== undefined && new Date(expiresAt) < new Date()

/** Whether a link opens the site now. */
function linkStatus(link: SiteShareLink): string {
  if (link.active === false) return 'Off'
  if (link.expiresAt === undefined) return link.hasPassword ? 'On, with password' : 'On'
  const day = link.expiresAt.slice(0, 10)
  return hasEnded(link) ? `Ended ${day}` : `On until ${day}`
}

type LinkCellsProps = { link: SiteShareLink; isPublished: boolean; isCurrent: boolean }

const LinkCells = ({ link, isPublished, isCurrent }: LinkCellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <span className="title truncate">{linkName(link)}</span>
    </div>
    <div className="cell soft" role="gridcell">
      <span className="truncate">{linkStatus(link)}</span>
    </div>
    <div className="cell soft wide num" role="gridcell">
      {link.lastUsedAt ? <Time at={link.lastUsedAt} /> : <span className="faint">Never</span>}
    </div>
    <div className="cell" role="gridcell">
      {link.urls.published ? (
        <CopyButton
          size="small"
          text={link.urls.published}
          what={`link ${linkName(link)}`}
          tabIndex={isCurrent ? 0 : -1}
        />
      ) : (
        <span className="faint truncate">{isPublished ? '' : 'Once published'}</span>
      )}
    </div>
  </>
)

function useLinkActions(params: SiteParams) {
  const client = useQueryClient()
  const changing = useApi(api.siteShareLinks.update, { meta: { refused: 'Couldn’t save the link' } })
  const deleting = useApi(api.siteShareLinks.delete, { meta: { refused: 'Couldn’t revoke the link' } })
  const set = (link: SiteShareLink, active: boolean, onSuccess?: () => void) =>
    changing.mutate(
      { params: { ...params, shareLinkId: link.id }, body: { active } },
      onSuccess ? { onSuccess } : {},
    )
  /** What readers of a published site lose with the link; undefined if they have another one. */
  const effectOfLosing = async (link: SiteShareLink) => {
    if (link.active === false || hasEnded(link)) return undefined
    const readers = await readSiteAudience(client, params)
    return readers && entranceRemovalEffect(readers, 'share-link')
  }
  return {
    toggle: async (link: SiteShareLink) => {
      const active = link.active === false
      const effect = await effectOfLosing(link)
      const isSure =
        effect === undefined ||
        (await confirm({
          title: `Turn off “${linkName(link)}”?`,
          description: `${effect} You can turn it on again.`,
          action: 'Turn off link',
          danger: true,
        }))
      if (!isSure) return
      set(link, active, () =>
        offerUndo(`Turned ${active ? 'on' : 'off'} “${linkName(link)}”`, () => set(link, !active)),
      )
    },
    revoke: async (link: SiteShareLink) => {
      const effect = await effectOfLosing(link)
      const isSure = await confirm({
        title: `Revoke “${linkName(link)}”?`,
        description: `${effect === undefined ? '' : `${effect} `}It stops working right away, and you can’t restore it. To pause it, turn it off instead.`,
        action: 'Revoke link',
        danger: true,
      })
      if (!isSure) return
      deleting.mutate(
        { params: { ...params, shareLinkId: link.id } },
        { onSuccess: () => toast.done(`Revoked “${linkName(link)}”`) },
      )
    },
  }
}

const fields = z.object({
  name: siteShareLinks.create.body.shape.name,
  until: z.union([z.literal(''), z.iso.date('Enter a date, such as 2027-01-31')]),
  password: z.union([z.literal(''), z.string().min(4, 'Use 4 characters or more').max(128)]),
  isFree: z.boolean(),
})

type ShareLinkDialogProps = { params: SiteParams; link?: SiteShareLink | undefined; onClose: () => void }

/** The end of a day. */
const endOfDay = (day: string): string => `${day}T23:59:59.999Z`

/** Creates or edits a share link; an existing password is never shown. */
function ShareLinkDialog({ params, link, onClose }: ShareLinkDialogProps) {
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: {
      name: link?.name ?? '',
      until: link?.expiresAt?.slice(0, 10) ?? '',
      password: '',
      isFree: false,
    },
  })
  const creating = useApi(api.siteShareLinks.create, { meta: { shown: 'in-form' }, onSuccess: onClose })
  const updating = useApi(api.siteShareLinks.update, { meta: { shown: 'in-form' }, onSuccess: onClose })
  const send = ({ name, until, password, isFree }: z.output<typeof fields>) => {
    const secret = password === '' ? {} : { password }
    if (!link) {
      const ends = until === '' ? {} : { expiresAt: endOfDay(until) }
      return creating.mutate(
        { params, body: { name, ...ends, ...secret } },
        { onSuccess: () => toast.done(name ? `Created “${name}”` : 'Created a share link') },
      )
    }
    const ends =
      until === (link.expiresAt?.slice(0, 10) ?? '')
        ? {}
        : { expiresAt: until === '' ? null : endOfDay(until) }
    const body = { name, ...ends, ...(isFree ? { password: null } : secret) }
    updating.mutate(
      { params: { ...params, shareLinkId: link.id }, body },
      { onSuccess: () => toast.done(`Saved “${name || 'the share link'}”`) },
    )
  }
  return (
    <Dialog
      title={link ? 'Change the share link' : 'New share link'}
      description="Anyone with the link can read the whole site."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={link ? updating : creating}
        schema={fields}
        submit={link ? labels.save : 'Create link'}
        onCancel={onClose}
        onSubmit={send}
      >
        <TextField
          name="name"
          label="Name"
          isOptional
          autoComplete="off"
          help="Who the link is for. Readers don’t see this."
        />
        <TextField
          name="until"
          label="Last day"
          type="date"
          isOptional
          help="The link stops working after this day (UTC)."
        />
        <PasswordField
          name="password"
          label={link?.hasPassword ? 'New password' : 'Password'}
          autoComplete="new-password"
          isOptional
        />
        {link?.hasPassword && <CheckboxField name="isFree" label="Remove the password" />}
      </Form>
    </Dialog>
  )
}
