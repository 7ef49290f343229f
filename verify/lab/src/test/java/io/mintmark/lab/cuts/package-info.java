/** Tests of what makes power cuts. */
@NullMarked
package io.mintmark.lab.cuts;

import org.jspecify.annotations.NullMarked;
