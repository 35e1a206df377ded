/** What a receiver did in violation of HTTP, which ends an attempt. */
type FaultCode = 'ERR_UNASKED_DATA' | 'ERR_SWITCHED_PROTOCOLS' | 'ERR_INTERIM_OVERFLOW';

/** A connection was closed because of what its receiver sent; `failureWords` has the sentence for each code. */
export class ReceiverFault extends Error {
  readonly code: FaultCode;

  constructor(code: FaultCode) {
    super(code);
    this.code = code;
  }
}
