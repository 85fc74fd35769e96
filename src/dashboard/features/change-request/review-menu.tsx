import { ChevronDown, PenLine, UserPlus } from 'lucide-react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { AskDialog } from './ask-dialog.tsx'
import { isActive, type RequestAt } from './request-queries.ts'
import type { OnRequestSearch, RequestSearch } from './request-search.ts'
import { ReviewDialog } from './review-dialog.tsx'

type Props = {
  at: RequestAt
  space: Space
  request: ChangeRequest
  search: RequestSearch
  onSearch: OnRequestSearch
}

/** Judging the request, and asking others to. */
export function ReviewMenu({ at, space, request, search, onSearch }: Props) {
  const { review, edit } = space.permissions
  const mayReview = review && isActive(request)
  const mayAsk = edit && isActive(request)
  const close = () => onSearch({ dialog: undefined })
  useActs([
    ...(mayReview
      ? [
          {
            id: 'review',
            label: 'Review this change request',
            icon: PenLine,
            keys: 'v',
            run: () => onSearch({ dialog: 'review' }),
          },
        ]
      : []),
    ...(mayAsk
      ? [
          {
            id: 'ask',
            label: 'Ask for reviews',
            icon: UserPlus,
            run: () => onSearch({ dialog: 'ask' }),
          },
        ]
      : []),
  ])
  if (!mayReview && !mayAsk) return null
  return (
    <>
      <Menu
        trigger={
          <Button look="line">
            <span className="rq-review">
              Review
              <Icon of={ChevronDown} size="s" />
            </span>
          </Button>
        }
      >
        {mayReview && (
          <MenuItem icon={PenLine} keys="v" onSelect={() => onSearch({ dialog: 'review' })}>
            Review it
          </MenuItem>
        )}
        {mayAsk && (
          <MenuItem icon={UserPlus} onSelect={() => onSearch({ dialog: 'ask' })}>
            Ask for reviews
          </MenuItem>
        )}
      </Menu>
      {search.dialog === 'review' && mayReview && <ReviewDialog at={at} request={request} onClose={close} />}
      {search.dialog === 'ask' && mayAsk && (
        <AskDialog at={at} space={space} request={request} onClose={close} />
      )}
    </>
  )
}
