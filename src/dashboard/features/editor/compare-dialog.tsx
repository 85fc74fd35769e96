import { MarkdownDiff } from '../../components/diff/markdown-diff.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { labels } from '../../lib/labels.ts'
import styles from './editor.module.css'
import type { PageVersion } from './queries.ts'
import type { OtherSave } from './use-other-saves.ts'

type Props = { save: OtherSave; base: PageVersion; onClose: () => void; onMerge: () => void }

/** What someone else changed on the page since the draft was started. */
export const CompareDialog = ({ save, base, onClose, onMerge }: Props) => (
  <Dialog title="Changes since you started editing" size="wide" onClose={onClose}>
    <DialogBody>
      {save.title !== base.title && (
        <p>
          Title: <del>{base.title || labels.untitled}</del> <ins>{save.title || labels.untitled}</ins>
        </p>
      )}
      {save.markdown !== base.markdown && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <section className={styles.comparison} tabIndex={0} aria-label="Changed lines">
          <MarkdownDiff before={base.markdown} after={save.markdown} isSides={false} onCount={ignoreCount} />
        </section>
      )}
    </DialogBody>
    <DialogFoot>
      <Button size="form" onClick={onClose}>
        {labels.close}
      </Button>
      <Button variant="primary" size="form" onClick={onMerge}>
        Merge into my draft
      </Button>
    </DialogFoot>
  </Dialog>
)

const ignoreCount = () => undefined
