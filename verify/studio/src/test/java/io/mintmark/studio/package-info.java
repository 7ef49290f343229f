/** The Studio, driven by a browser. */
@NullMarked
package io.mintmark.studio;

import org.jspecify.annotations.NullMarked;
