package io.mintmark.storage.sqlite;

import io.mintmark.storage.Image;
import io.mintmark.storage.sqlite.file.FrozenFile;

/** The image that a file is while it is frozen. */
abstract class FrozenImage implements Image {
    /** What the image is read from. */
    protected final FrozenFile file;

    /** Takes {@code file} over. */
    FrozenImage(FrozenFile file) {
        this.file = file;
    }

    @Override
    public final long bytes() {
        return file.bytes();
    }

    @Override
    public final int read(byte[] into) {
        return file.read(into);
    }

    @Override
    public final boolean isPressed() {
        return file.isPressed();
    }

    @Override
    public final void close() {
        file.close();
    }
}
