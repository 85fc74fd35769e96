import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Token } from '#contract/tokens.ts'
import { confirm } from '../../components/confirm-store.ts'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { AccountHead } from './account-head.tsx'
import { tokensQuery } from './account-queries.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { Until } from './until.tsx'
import './account.css'

const columns = [
  { head: 'Name' },
  { head: 'Last used', className: 'wide' },
  { head: 'Works until', className: 'wide' },
  { head: 'Made', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

type Props = { isMaking: boolean; onMaking: (is: boolean) => void }

/** The tokens that programs use in one's name. */
export function TokensPage({ isMaking, onMaking }: Props) {
  const pages = pagesOf(useSuspenseInfiniteQuery(tokensQuery))
  const revoke = useRevoking()
  const onNew = () => onMaking(true)
  useActs([{ id: 'token', label: 'New API token', icon: KeyRound, keys: 'c', run: onNew }])
  return (
    <>
      <AccountHead
        part="API tokens"
        acts={
          <Button look="ink" icon={Plus} onClick={onNew}>
            New token
          </Button>
        }
      />
      <div className="scroll">
        <PagedList<Token>
          {...pages}
          label="API tokens"
          className="acc-token-list"
          columns={columns}
          titleOf={({ label }) => label}
          row={(token) => <TokenCells token={token} />}
          menu={(token) => (
            <MenuItem icon={Trash2} danger onSelect={() => void revoke(token)}>
              Revoke…
            </MenuItem>
          )}
          empty={
            <Empty
              title="No API tokens yet"
              acts={
                <Button look="line" icon={Plus} onClick={onNew}>
                  New token
                </Button>
              }
            >
              A token lets a program read and write in your name.
            </Empty>
          }
        />
      </div>
      {isMaking && <NewTokenDialog onClose={() => onMaking(false)} />}
    </>
  )
}

function useRevoking() {
  const revoking = useApi(api.tokens.delete, { meta: { refused: 'The token still works' } })
  return async (token: Token) => {
    const name = words.quoted(token.label)
    const isSure = await confirm({
      title: `Revoke the token ${name}?`,
      description: 'Whatever uses it is refused from then on. This cannot be undone.',
      act: `Revoke ${token.label}`,
      danger: true,
    })
    if (!isSure) return
    revoking.mutate(
      { params: { tokenId: token.id } },
      { onSuccess: () => void toast.done(`Revoked ${name}`) },
    )
  }
}

const TokenCells = ({ token }: { token: Token }) => (
  <>
    <div className="cell" role="gridcell">
      <span className="acc-two">
        <span className="title name truncate">{token.label}</span>
        <span className="narrow meta faint">
          {token.lastUsedAt ? (
            <>
              Used <Time at={token.lastUsedAt} ago />
            </>
          ) : (
            'Never used'
          )}
        </span>
      </span>
      {token.readOnly && <Badge>Read only</Badge>}
    </div>
    <div className="cell wide soft num" role="gridcell">
      {token.lastUsedAt ? <Time at={token.lastUsedAt} /> : <span className="faint">never</span>}
    </div>
    <div className="cell wide soft num" role="gridcell">
      <Until at={token.expiresAt} />
    </div>
    <div className="cell wide soft num" role="gridcell">
      <Time at={token.createdAt} />
    </div>
  </>
)
