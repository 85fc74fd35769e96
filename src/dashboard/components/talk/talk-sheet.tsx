import * as Radix from '@radix-ui/react-dialog'
import styles from './comments.module.css'
import { PageTalk, type PageTalkProps } from './page-talk.tsx'

/** The comments of a page over the page, where there is no room beside it. */
export const TalkSheet = (props: Omit<PageTalkProps, 'isBeside'>) => (
  <Radix.Root open onOpenChange={(open) => !open && props.onClose()}>
    <Radix.Portal>
      <div className={styles.scrim} />
      <Radix.Content
        className={styles.sheet}
        aria-describedby={undefined}
        onOpenAutoFocus={(event) => !props.target && event.preventDefault()}
      >
        <Radix.Title className="sr">Comments</Radix.Title>
        <PageTalk {...props} isBeside={false} />
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
