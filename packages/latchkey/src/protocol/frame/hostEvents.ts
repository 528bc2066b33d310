import * as v from 'valibot'

/** Every event that the host sends. */
export const hostEvents = {
  /** The frame is shown over the modal, or hidden. `hasFocus`: the keyboard has just moved into it, from which side. */
  SHOWN: v.strictObject({
    isShown: v.boolean(),
    focus: v.optional(v.picklist(['first', 'last'])),
  }),
} as const satisfies { readonly [type: string]: v.GenericSchema }

export type HostEventType = keyof typeof hostEvents
export type HostEvent<type extends HostEventType> = v.InferOutput<(typeof hostEvents)[type]>
