/** Tests of the same package in main. */
@NullMarked
package io.mintmark.lab.load.unstored;

import org.jspecify.annotations.NullMarked;
