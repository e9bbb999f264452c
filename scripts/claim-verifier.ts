#!/usr/bin/env node
import '../src/cli/claim-verifier.ts';
