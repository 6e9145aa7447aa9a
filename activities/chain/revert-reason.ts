import { decodeErrorResult, parseAbi } from 'viem';

/** A contract's reason for refusing a call, from the returned hex; null if it says nothing that is standard. */
export function revertReason(data: string): string | null {
  try {
    const { args } = decodeErrorResult({ abi: standard, data: `0x${data.replace(/^0x/, '')}` });
    return typeof args[0] === 'string' ? args[0].slice(0, LONGEST) : `panic ${args[0]}`;
  } catch {
    // A contract may give back anything, or nothing.
    return null;
  }
}

const standard = parseAbi(['error Error(string reason)', 'error Panic(uint256 code)']);
/** A contract may say a lot. */
const LONGEST = 300;
