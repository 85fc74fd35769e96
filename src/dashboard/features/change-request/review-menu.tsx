import { ChevronDown, PenLine, UserPlus } from 'lucide-react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { useActions } from '../../hooks/use-actions.ts'
import styles from './change-request.module.css'
import { isActive, type OnRequestSearch, type RequestRef, type RequestSearch } from './queries.ts'
import { RequestReviewDialog, ReviewDialog } from './review-dialogs.tsx'

type Props = {
  at: RequestRef
  space: Space
  request: ChangeRequest
  search: RequestSearch
  onSearch: OnRequestSearch
}

/** Reviews the request or requests reviews from others. */
export function ReviewMenu({ at, space, request, search, onSearch }: Props) {
  const { review, edit } = space.permissions
  const canReview = review && isActive(request)
  const canRequest = edit && isActive(request)
  const close = () => onSearch({ dialog: undefined })
  useActions([
    ...(canReview
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
    ...(canRequest
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
  if (!canReview && !canRequest) return null
  return (
    <>
      <Menu
        trigger={
          <Button variant="outline">
            <span className={styles.review}>
              Review
              <Icon of={ChevronDown} size="s" />
            </span>
          </Button>
        }
      >
        {canReview && (
          <MenuItem icon={PenLine} keys="v" onSelect={() => onSearch({ dialog: 'review' })}>
            Review it
          </MenuItem>
        )}
        {canRequest && (
          <MenuItem icon={UserPlus} onSelect={() => onSearch({ dialog: 'ask' })}>
            Ask for reviews
          </MenuItem>
        )}
      </Menu>
      {search.dialog === 'review' && canReview && <ReviewDialog at={at} request={request} onClose={close} />}
      {search.dialog === 'ask' && canRequest && (
        <RequestReviewDialog at={at} space={space} request={request} onClose={close} />
      )}
    </>
  )
}
