/** Tests of the same package in main. */
@NullMarked
package io.mintmark.lab.proof;

import org.jspecify.annotations.NullMarked;
