/** The generators under measurement: ours, those of the peers, and the limits. */
@NullMarked
package io.mintmark.lab.bench.generators;

import org.jspecify.annotations.NullMarked;
