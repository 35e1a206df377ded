// A property that fails must fail again when it is repeated: one seed for all properties of a run.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.POSTHORN_SEED) });
