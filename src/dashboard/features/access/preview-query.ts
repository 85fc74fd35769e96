import { queryOptions } from '@tanstack/react-query'
import { ask, keyOf } from '../../lib/api.ts'
import { paramsOf, permissionsOf } from '../../lib/granted.ts'
import type { Proposed } from './changes.ts'
import type { Subject } from './subject.ts'

/** Who would gain and who would lose; asked anew each time, since it is what one decides by. */
export const previewQuery = (subject: Subject, body: Proposed) =>
  queryOptions({
    queryKey: [...keyOf(permissionsOf(subject).preview, { id: subject.id, body }), subject.version],
    queryFn: ({ signal }) =>
      ask(permissionsOf(subject).preview, { params: paramsOf(subject), body }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
