/** The example is run as a whole, twice. */
@NullMarked
package shop;

import org.jspecify.annotations.NullMarked;
