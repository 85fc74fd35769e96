import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Empty } from '../../../../components/ui/states.tsx'
import { contentPaths } from '../../../../data/content.ts'
import type { EditableDocument, EditorMode } from '../../../../features/editor/queries.ts'
import { ReusableContentView } from '../../../../features/reusable-content/content-view.tsx'
import { UsesButton } from '../../../../features/reusable-content/uses.tsx'
import type { Content } from '../../../../features/space/space-content.ts'
import { PageBones } from '../../../../features/space/space-skeleton.tsx'

const Editor = lazy(async () => ({
  default: (await import('../../../../features/editor/editor.tsx')).Editor,
}))

type Props = {
  id: string
  content: Content
  editable: EditableDocument | undefined
  /** Above the text, where it can’t be edited. */
  head?: ReactNode
  mode: EditorMode | undefined
  onMode: (mode: EditorMode) => void
}

/** Reusable content in the editor, or as readers see it for people who can’t edit it. */
export function ReusableContentItem({ id, content, editable, head, mode, onMode }: Props) {
  const { at, space, index, files, variables, canEdit } = content
  const [bannerSlot, setBannerSlot] = useState<HTMLElement | null>(null)
  // Unsaved text remains on screen, even if the space is locked in the meantime.
  const [mayWrite] = useState(canEdit)
  const place = useMemo(
    () => ({
      organizationId: space.organization,
      spaceId: space.id,
      at,
      path: '',
      index,
      files,
      variables: { space: variables, page: {} },
      pageTo: contentPaths(at).page,
    }),
    [space.organization, space.id, at, index, files, variables],
  )
  if (editable === undefined) return <ReusableContentNotFound />
  if (!mayWrite)
    return (
      <>
        {head}
        <ReusableContentView at={at} id={id} place={place} />
      </>
    )
  return (
    <>
      <div ref={setBannerSlot} />
      <div className="split">
        <Suspense fallback={<PageBones />}>
          <Editor
            at={at}
            editable={editable}
            pageContext={place}
            mode={mode}
            onMode={onMode}
            bannerSlot={bannerSlot}
            uses={<UsesButton at={at} id={id} title={editable.base.title} />}
          />
        </Suspense>
      </div>
    </>
  )
}

/** Reusable content that was deleted, or never existed. */
const ReusableContentNotFound = () => (
  <Empty isPage title="Reusable content not found">
    It doesn’t exist, or it was deleted.
  </Empty>
)
