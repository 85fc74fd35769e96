import { useInfiniteQuery } from '@tanstack/react-query'
import { Link2Off, Pencil, Plus, Power, Trash2 } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { SiteShareLink } from '#contract/site-share-links.ts'
import type { Site } from '#contract/sites.ts'
import { confirm } from '../../components/confirm-store.ts'
import { ReadList } from '../../components/read-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyButton } from '../../components/ui/copy.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { itemsOf, useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { type SitePlace, shareLinksQuery } from './audience-queries.ts'
import type { AudienceSearch, OnSearch } from './audience-search.ts'
import { ShareLinkDialog } from './share-link-dialog.tsx'

type Props = { place: SitePlace; site: Site; search: AudienceSearch; onSearch: OnSearch }

export const nameOf = ({ name }: SiteShareLink): string => name || 'Link without a name'

/** The links by which a site is read, each to be closed by itself. */
export function ShareLinks({ place, site, search, onSearch }: Props) {
  const read = useInfiniteQuery(shareLinksQuery(place))
  const { turn, revoke } = useLinkActs(place)
  const edited = itemsOf(read.data).find(({ id }) => id === search.link)
  const onClose = () => onSearch({ dialog: undefined, link: undefined })
  return (
    <section aria-labelledby="share-links">
      <div className="section-head">
        <h2 id="share-links">Share links</h2>
        <Button look="line" icon={Plus} onClick={() => onSearch({ dialog: 'link' })}>
          New link
        </Button>
      </div>
      {site.visibility !== 'share-link' && (
        <p className="soft">They open the site once its visibility is “Share link”.</p>
      )}
      <ReadList<SiteShareLink, SiteShareLink>
        read={read}
        rowOf={(link) => link}
        label="Share links"
        className="share-link-list"
        columns={columns}
        titleOf={nameOf}
        onOpen={({ id }) => onSearch({ link: id })}
        row={(link, isCurrent) => <Cells link={link} isPublished={site.published} isCurrent={isCurrent} />}
        menu={(link) => (
          <>
            <MenuItem icon={Pencil} onSelect={() => onSearch({ link: link.id })}>
              Change…
            </MenuItem>
            <MenuItem icon={link.active === false ? Power : Link2Off} onSelect={() => turn(link)}>
              {link.active === false ? 'Switch on' : 'Switch off'}
            </MenuItem>
            <MenuItem icon={Trash2} danger onSelect={() => void revoke(link)}>
              Revoke…
            </MenuItem>
          </>
        )}
        empty={
          <Empty title="No share links yet">
            Each has a key of its own, so that one can be closed without the others.
          </Empty>
        }
      />
      {search.dialog === 'link' && <ShareLinkDialog place={place} onClose={onClose} />}
      {edited && <ShareLinkDialog key={edited.id} place={place} link={edited} onClose={onClose} />}
    </section>
  )
}

const columns = [{ head: 'Name' }, { head: 'State' }, { head: 'Last used', className: 'wide' }, { head: '' }]

/** Whether a link opens the site now. */
function stateOf(link: SiteShareLink): string {
  if (link.active === false) return 'Off'
  if (link.expiresAt === undefined) return link.hasPassword ? 'On, with password' : 'On'
  const day = link.expiresAt.slice(0, 10)
  return new Date(link.expiresAt) < new Date() ? `Ended ${day}` : `On until ${day}`
}

type CellsProps = { link: SiteShareLink; isPublished: boolean; isCurrent: boolean }

const Cells = ({ link, isPublished, isCurrent }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <span className="title truncate">{nameOf(link)}</span>
    </div>
    <div className="cell soft" role="gridcell">
      <span className="truncate">{stateOf(link)}</span>
    </div>
    <div className="cell soft wide num" role="gridcell">
      {link.lastUsedAt ? <Time at={link.lastUsedAt} /> : <span className="faint">never</span>}
    </div>
    <div className="cell" role="gridcell">
      {link.urls.published ? (
        <CopyButton
          size="small"
          text={link.urls.published}
          what={`link ${nameOf(link)}`}
          tabIndex={isCurrent ? 0 : -1}
        />
      ) : (
        <span className="faint truncate">{isPublished ? '' : 'Once published'}</span>
      )}
    </div>
  </>
)

function useLinkActs({ organizationId, siteId }: SitePlace) {
  const params = { organizationId, siteId }
  const changing = useApi(api.siteShareLinks.update, { meta: { refused: 'The link stays as it is' } })
  const deleting = useApi(api.siteShareLinks.delete, { meta: { refused: 'The link was not revoked' } })
  const set = (link: SiteShareLink, active: boolean, onSuccess?: () => void) =>
    changing.mutate(
      { params: { ...params, shareLinkId: link.id }, body: { active } },
      onSuccess ? { onSuccess } : {},
    )
  return {
    turn: (link: SiteShareLink) => {
      const active = link.active === false
      set(link, active, () =>
        toast.undoable(`“${nameOf(link)}” is ${active ? 'on' : 'off'}`, () => set(link, !active)),
      )
    },
    revoke: async (link: SiteShareLink) => {
      const isSure = await confirm({
        title: `Revoke “${nameOf(link)}”?`,
        description:
          'Its key opens nothing from now on and cannot be made again. To close it for a while, switch it off.',
        act: 'Revoke the link',
        danger: true,
      })
      if (!isSure) return
      deleting.mutate(
        { params: { ...params, shareLinkId: link.id } },
        { onSuccess: () => toast.done(`Revoked “${nameOf(link)}”`) },
      )
    },
  }
}
