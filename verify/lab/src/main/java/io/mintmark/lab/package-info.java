/** Measurements; never published. */
@NullMarked
package io.mintmark.lab;

import org.jspecify.annotations.NullMarked;
