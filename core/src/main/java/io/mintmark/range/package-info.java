/** Ranges and the counters that they come from: what a store implements, and what it tells. */
package io.mintmark.range;
