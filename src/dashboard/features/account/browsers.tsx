import { type InfiniteData, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { List } from '#contract/shared/paging.ts'
import type { SignedInBrowser } from '#contract/sign-ins.ts'
import { confirm } from '../../components/confirm.tsx'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useApi } from '../../data/api.ts'
import { optimistic } from '../../data/optimistic.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { browserLabel } from '../../lib/browser-label.ts'
import { toast } from '../../lib/toast.ts'
import styles from './account.module.css'
import { browsersQuery } from './queries.ts'

type Pages = InfiniteData<List<SignedInBrowser>>

const filterRows = (data: Pages, isKept: (browser: SignedInBrowser) => boolean): Pages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: page.items.filter(isKept) })),
})

const columns = [
  { head: 'Browser' },
  { head: 'Network address', className: 'wide' },
  { head: 'Last used' },
  { head: 'Signed in', className: 'wide' },
  { head: <span className="sr">Sign out</span> },
]

/** The browsers the user is signed in with, each with a button that signs it out. */
export function Browsers() {
  const pages = pagesOf(useSuspenseInfiniteQuery(browsersQuery))
  const others = pages.items.filter(({ current }) => !current)
  const { signOut, signOutOthers } = useSignOut()
  const confirmSignOutOthers = async () => {
    const isConfirmed = await confirm({
      title: 'Sign out all other browsers?',
      description: 'You’ll have to sign in again there. This browser stays signed in.',
      action: 'Sign out all others',
      danger: true,
    })
    if (isConfirmed) signOutOthers.mutate({})
  }
  useActions(
    others.length > 0
      ? [
          {
            id: 'out',
            label: 'Sign out all other browsers',
            icon: LogOut,
            run: () => void confirmSignOutOthers(),
          },
        ]
      : [],
  )
  return (
    <section className={styles.browsers} aria-labelledby="account-browsers">
      <div className="section-head">
        <h2 id="account-browsers">Where you’re signed in</h2>
        {others.length > 0 && (
          <Button variant="outline" onClick={() => void confirmSignOutOthers()}>
            Sign out all others
          </Button>
        )}
      </div>
      <PagedList<SignedInBrowser>
        {...pages}
        label="Browsers"
        className={styles.browserList}
        columns={columns}
        titleOf={({ userAgent }) => browserLabel(userAgent)}
        row={(browser, isCurrent) => (
          <BrowserCells
            browser={browser}
            tabIndex={isCurrent ? 0 : -1}
            onSignOut={() => signOut.mutate({ params: { sessionId: browser.id } })}
          />
        )}
        empty={null}
      />
    </section>
  )
}

function useSignOut() {
  const client = useQueryClient()
  const refused = 'Couldn’t sign out the browser'
  const signOut = useApi(api.sessions.signOutBrowser, {
    ...optimistic(browsersQuery, (data: Pages, { params }: { params: { sessionId: string } }) =>
      filterRows(data, ({ id }) => id !== params.sessionId),
    ),
    meta: { refused },
    onSuccess: () => toast.done('Signed out the browser'),
  })
  const signOutOthers = useApi(api.sessions.signOutOthers, {
    meta: { refused: 'Couldn’t sign out the other browsers' },
    onSuccess: () => {
      client.setQueryData(
        browsersQuery.queryKey,
        (data) => data && filterRows(data, ({ current }) => current),
      )
      toast.done('Signed out all other browsers')
    },
  })
  return { signOut, signOutOthers }
}

type CellsProps = { browser: SignedInBrowser; tabIndex: number; onSignOut: () => void }

const BrowserCells = ({ browser, tabIndex, onSignOut }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <span className="truncate" title={browser.userAgent}>
        {browserLabel(browser.userAgent)}
      </span>
      {browser.current && <Badge tone="ink">This browser</Badge>}
    </div>
    <div className="cell wide soft num" role="gridcell">
      <span className="truncate">{browser.ip}</span>
    </div>
    <div className="cell soft num" role="gridcell">
      <Time at={browser.lastSeenAt} />
    </div>
    <div className="cell wide soft num" role="gridcell">
      <Time at={browser.createdAt} />
    </div>
    <div className="cell cell-end" role="gridcell">
      {!browser.current && (
        <Button
          variant="outline"
          size="small"
          tabIndex={tabIndex}
          aria-label={`Sign out ${browserLabel(browser.userAgent)}`}
          onClick={onSignOut}
        >
          Sign out
        </Button>
      )}
    </div>
  </>
)
