/** The catalogue is tested, so that its names can be trusted. */
@NullMarked
package io.mintmark.lab.hostile.cases;

import org.jspecify.annotations.NullMarked;
