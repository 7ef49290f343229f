/** Raw bytes of permuted numbers, for batteries of randomness tests that are not ours. */
package io.mintmark.lab.randomness;
