package io.mintmark.cli.command;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;

/** A driver that reaches no database and says all that it was told. */
final class RepeatingDriver implements Driver {
    private final boolean undeclared;

    RepeatingDriver(boolean undeclared) {
        this.undeclared = undeclared;
    }

    @Override
    public Connection connect(String url, Properties login) throws SQLException {
        String told = "cannot log in to " + url + " with " + login;
        SQLException cause = new SQLException(told, "28000");
        if (undeclared) {
            throw new IllegalStateException(told, cause);
        }
        throw new SQLException(told, "28000", cause);
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith("jdbc:repeating:");
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties login) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("repeating");
    }
}
