import { Component, type ReactNode } from 'react';

interface FaultBoundaryProps {
  readonly children: ReactNode;
  /** What is shown in place of what threw. `onRetry` shows that again, from its start. */
  readonly fallback: (fault: unknown, onRetry: () => void) => ReactNode;
  /** Where one is, if that matters: somewhere else is another try. */
  readonly place?: unknown;
}

interface FaultState {
  readonly fault: unknown;
  readonly place: unknown;
}

/** Keeps what surrounds it when a part of the page throws while it is rendered. */
export class FaultBoundary extends Component<FaultBoundaryProps, FaultState> {
  override readonly state: FaultState = { fault: null, place: this.props.place };

  static getDerivedStateFromError(fault: unknown): Pick<FaultState, 'fault'> {
    return { fault };
  }

  static getDerivedStateFromProps({ place }: FaultBoundaryProps, state: FaultState): FaultState | null {
    return place === state.place ? null : { fault: null, place };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return this.props.fallback(fault, () => this.setState({ fault: null }));
  }
}
