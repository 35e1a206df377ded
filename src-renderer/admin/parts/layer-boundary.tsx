import { Component, type ReactNode } from 'react';
import { PartUnavailable } from '../../ui/part-unavailable';
import { toast } from '../../ui/toast-store';

interface LayerBoundaryProps {
  readonly children: ReactNode;
  /** Closes the layer. */
  readonly onFault: () => void;
}

/** Closes a layer that cannot be shown, and says so: the screen below it stays, with what is typed there. */
export class LayerBoundary extends Component<LayerBoundaryProps, { readonly hasFault: boolean }> {
  override readonly state = { hasFault: false };

  static getDerivedStateFromError(): { readonly hasFault: boolean } {
    return { hasFault: true };
  }

  override componentDidCatch(fault: unknown): void {
    toast(
      fault instanceof PartUnavailable
        ? 'Part of this page could not be loaded. The server cannot be reached, or was updated.'
        : 'Part of this page has an error.',
    );
    this.props.onFault();
  }

  override render(): ReactNode {
    return this.state.hasFault ? null : this.props.children;
  }
}
