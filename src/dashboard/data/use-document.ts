import { useQuery } from '@tanstack/react-query'
import { pageQuery, type RevisionRef } from './content.ts'
import { reusableContentQuery } from './reusable-content.ts'

type DocumentRef = { readonly id: string; readonly isReusable: boolean }

/** A page or reusable content. */
export function useDocument(at: RevisionRef, { id, isReusable }: DocumentRef, isNeeded = true) {
  const page = useQuery({ ...pageQuery(at, id), enabled: isNeeded && !isReusable })
  const reusable = useQuery({ ...reusableContentQuery(at, id), enabled: isNeeded && isReusable })
  return {
    data: isReusable ? reusable.data : page.data,
    error: isReusable ? reusable.error : page.error,
    refetch: () => (isReusable ? reusable.refetch() : page.refetch()),
  }
}
