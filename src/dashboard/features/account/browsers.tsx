import { type InfiniteData, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { SignedInBrowser } from '#contract/sessions.ts'
import type { List } from '#contract/shared/paging.ts'
import { confirm } from '../../components/confirm-store.ts'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { optimistic, useApi } from '../../lib/api.ts'
import { browserInWords } from '../../lib/browser-words.ts'
import { toast } from '../../lib/toasts.ts'
import { browsersQuery } from './account-queries.ts'
import './account.css'

type Pages = InfiniteData<List<SignedInBrowser>>

const only = (data: Pages, stays: (browser: SignedInBrowser) => boolean): Pages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: page.items.filter(stays) })),
})

const columns = [
  { head: 'Browser' },
  { head: 'Network address', className: 'wide' },
  { head: 'Last used' },
  { head: 'Signed in', className: 'wide' },
  { head: <span className="sr">Sign out</span> },
]

/** Every browser somebody is signed in with, each with the way out. */
export function Browsers() {
  const pages = pagesOf(useSuspenseInfiniteQuery(browsersQuery))
  const others = pages.items.filter(({ current }) => !current)
  const { signOut, signOutOthers } = useSignOuts()
  const outOthers = async () => {
    const isSure = await confirm({
      title: 'Sign out every other browser?',
      description: 'Each of them asks for your password again. This browser stays signed in.',
      act: 'Sign out the others',
      keep: 'Keep them',
      danger: true,
    })
    if (isSure) signOutOthers.mutate({})
  }
  useActs(
    others.length > 0
      ? [{ id: 'out', label: 'Sign out every other browser', icon: LogOut, run: () => void outOthers() }]
      : [],
  )
  return (
    <section className="acc-browsers" aria-labelledby="account-browsers">
      <div className="section-head">
        <h2 id="account-browsers">Browsers you are signed in with</h2>
        {others.length > 0 && (
          <Button look="line" onClick={() => void outOthers()}>
            Sign out all others
          </Button>
        )}
      </div>
      <PagedList<SignedInBrowser>
        {...pages}
        label="Browsers"
        className="acc-browser-list"
        columns={columns}
        titleOf={({ userAgent }) => browserInWords(userAgent)}
        row={(browser, isCurrent) => (
          <BrowserCells
            browser={browser}
            tabIndex={isCurrent ? 0 : -1}
            onOut={() => signOut.mutate({ params: { sessionId: browser.id } })}
          />
        )}
        empty={null}
      />
    </section>
  )
}

function useSignOuts() {
  const client = useQueryClient()
  const refused = 'The browser stays signed in'
  const signOut = useApi(api.sessions.signOutBrowser, {
    ...optimistic(browsersQuery, (data: Pages, { params }: { params: { sessionId: string } }) =>
      only(data, ({ id }) => id !== params.sessionId),
    ),
    meta: { refused },
    onSuccess: () => toast.done('Signed the browser out'),
  })
  const signOutOthers = useApi(api.sessions.signOutOthers, {
    meta: { refused: 'The other browsers stay signed in' },
    onSuccess: () => {
      client.setQueryData(browsersQuery.queryKey, (data) => data && only(data, ({ current }) => current))
      toast.done('Signed every other browser out')
    },
  })
  return { signOut, signOutOthers }
}

type CellsProps = { browser: SignedInBrowser; tabIndex: number; onOut: () => void }

const BrowserCells = ({ browser, tabIndex, onOut }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <span className="truncate" title={browser.userAgent}>
        {browserInWords(browser.userAgent)}
      </span>
      {browser.current && <Badge tone="ink">This one</Badge>}
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
          look="line"
          size="small"
          tabIndex={tabIndex}
          aria-label={`Sign out ${browserInWords(browser.userAgent)}`}
          onClick={onOut}
        >
          Sign out
        </Button>
      )}
    </div>
  </>
)
