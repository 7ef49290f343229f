package io.mintmark.server.storage.sql;

import java.sql.SQLException;

/** Another server opened the same file since this one did, so that nothing more may be written here. */
final class FencedException extends SQLException {
    private static final long serialVersionUID = 1L;

    FencedException() {
        super("another server opened its file");
    }
}
