import { z } from 'zod'
import { validationMessage } from '#contract/shared/validation-messages.ts'

// Forms and the API have the same messages.
z.config({ customError: validationMessage })
