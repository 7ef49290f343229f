/** Targets that need nothing but what other packages offer. */
@NullMarked
package io.mintmark.fuzz.targets;

import org.jspecify.annotations.NullMarked;
