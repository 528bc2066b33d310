import { Component, type ReactNode } from 'react'

type Props = {
  readonly children: ReactNode
  /** Rendered in place of a view that threw. */
  readonly fallback: ReactNode
  /** A new key renders the view again. */
  readonly resetKey: string
  readonly onError: (error: unknown) => void
}

/** Prevents an error in one view from unmounting the host's app. React has error boundaries only as classes. */
export class ViewBoundary extends Component<Props, { readonly failedKey: string | undefined }> {
  override state: { readonly failedKey: string | undefined } = { failedKey: undefined }

  override componentDidCatch(error: unknown) {
    console.error('[latchkey] A view failed.', error)
    this.props.onError(error)
    this.setState({ failedKey: this.props.resetKey })
  }

  static getDerivedStateFromError() {
    return { failedKey: 'unknown' }
  }

  override componentDidUpdate(previous: Props) {
    if (previous.resetKey !== this.props.resetKey && this.state.failedKey !== undefined) {
      this.setState({ failedKey: undefined })
    }
  }

  override render() {
    return this.state.failedKey === undefined ? this.props.children : this.props.fallback
  }
}
