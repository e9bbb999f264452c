import fc from 'fast-check';

// A run that fails must fail again for whoever looks into it; FC_SEED=$RANDOM npm test explores further.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) });
