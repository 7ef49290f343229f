/** How long callers wait for their turn where many threads share small blocks. */
@NullMarked
package io.mintmark.lab.starvation;

import org.jspecify.annotations.NullMarked;
