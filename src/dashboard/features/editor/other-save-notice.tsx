import { clsx } from 'clsx'
import { GitCompareArrows } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Time } from '../../components/ui/time.tsx'
import { labels } from '../../lib/labels.ts'
import styles from './editor.module.css'
import type { PageVersion } from './queries.ts'
import type { OtherSave } from './use-other-saves.ts'

const CompareDialog = lazy(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }))

type Props = {
  save: OtherSave
  /** `page` or `content`. */
  noun: string
  /** The version that the draft is based on. */
  base: PageVersion
  isMerging: boolean
  onMerge: () => void
  onClose: () => void
}

/** Someone else saved the page that is edited here. */
export function OtherSaveNotice({ save, noun, base, isMerging, onMerge, onClose }: Props) {
  const [isComparing, setIsComparing] = useState(false)
  return (
    <div className={clsx('banner', styles.note)} role="status">
      <Icon of={GitCompareArrows} />
      <p>
        <b className="name">
          {save.by} saved this {noun} {save.at !== undefined && <Time at={save.at} ago />}.
        </b>{' '}
        {save.isShown ? 'You see the latest version.' : 'Your draft doesn’t include it yet.'}
      </p>
      {save.isShown ? (
        <Button onClick={onClose}>{labels.close}</Button>
      ) : (
        <>
          <Button onClick={() => setIsComparing(true)}>Compare</Button>
          <Button variant="outline" aria-busy={isMerging} onClick={onMerge}>
            Merge into my draft
          </Button>
        </>
      )}
      {isComparing && !save.isShown && (
        <Suspense>
          <CompareDialog
            save={save}
            base={base}
            onClose={() => setIsComparing(false)}
            onMerge={() => {
              setIsComparing(false)
              onMerge()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
