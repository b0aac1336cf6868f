"""Routes of this room."""

from starlette.routing import Route

ROUTES: list[Route] = []
