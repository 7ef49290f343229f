package io.mintmark.storage.postgresql.sql;

import java.sql.SQLException;

/** The engine was not asked, because it is not there for this node; nothing happened. */
public final class CutOffException extends SQLException {
    private static final long serialVersionUID = 1L;

    CutOffException(String reason) {
        super(reason, "08001");
    }
}
