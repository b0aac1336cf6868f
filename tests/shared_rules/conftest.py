"""Property tests here may take as long as the machine they run on needs."""

from hypothesis import settings

settings.register_profile("tallyboard", deadline=None)
settings.load_profile("tallyboard")
